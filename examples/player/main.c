/* SPDX-License-Identifier: MIT */
/* Opens the character of the slot and prints its title and its checksum. */
#include "board.h"
#include "checksum.h"
#include "slot.h"
#include "text.h"

int main(void)
{
    static const pelt_family *const families[] = { &pelt_exact_morphs, &pelt_lean_morphs };
    pelt_status status = PELT_E_FAMILY;
    pelt_model model;
    size_t bytes, free_bytes;
    const void *blob = slot_blob(&bytes);
    void *memory = board_free_ram(&free_bytes);
    uint32_t crc = 0;
    unsigned i;

    if (blob == NULL) {
        board_puts("FAIL player: no character\n");
        return 1;
    }
    for (i = 0; i < sizeof families / sizeof *families && status == PELT_E_FAMILY; i++) {
        status = pelt_model_open(&model, blob, bytes, families[i]);
    }
    if (status == PELT_OK) {
        status = player_checksum(&crc, &model, memory, free_bytes);
    }
    board_puts("title ");
    board_puts(slot_title());
    board_puts("\n");
    if (status != PELT_OK) {
        board_puts("FAIL player: ");
        board_puts(pelt_status_text(status));
        board_puts("\n");
        return 1;
    }
    board_puts("checksum ");
    board_put_hex8(crc);
    board_puts("\nPASS player\n");
    return 0;
}
