/* SPDX-License-Identifier: MIT */
/* pelt rom: puts a glTF file into a ready showcase and writes the file that a console's loader or a
 * board's drive takes. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bake/job/job.h"
#include "cmd/commands.h"
#include "cmd/remedy.h"
#include "common/files.h"
#include "common/output.h"
#include "play/play.h"
#include "rom/carried.h"
#include "rom/container.h"
#include "rom/slot.h"

/* The possible outputs: the suffix, the board of the showcase, and a description. */
static const struct {
    const char *suffix, *board, *what;
} machines[] = {
    {"gba", "gba", "Game Boy Advance"},
    {"nds", "nds", "Nintendo DS"},
    {"z64", "n64", "Nintendo 64"},
    {"exe", "psx", "PlayStation"},
    {"uf2", "rp2040", "Raspberry Pi Pico"},
    {"hex", "microbit", "BBC micro:bit"},
    {"bin", "netduinoplus2", "Netduino Plus 2, in the emulator"},
};
#define MACHINES (sizeof machines / sizeof *machines)

/* A showcase, and the character that is baked for it. */
typedef struct rom {
    const command_line *user;
    command_line line; /* the user's options follow the showcase's own, as the last of two wins */
    size_t machine;
    rom_showcase showcase;
    char words[sizeof((rom_slot *)0)->bake]; /* the showcase's own options */
    char **argv;
} rom;

/// Showcases ///////////////////////////////////////////////////////////////////////////////////////

static bool carries(carried_file *file, size_t machine)
{
    char name[CARRIED_NAME_BYTES + 1];
    snprintf(name, sizeof name, "%s.showcase", machines[machine].board);
    return carried_find(file, name);
}

/* Lists the suffixes with commas between, or only those whose showcase the tool carries; "none". */
static void name_suffixes(char *out, size_t size, bool carried)
{
    carried_file file;
    *out = '\0';
    for (size_t i = 0; i < MACHINES; i++)
        if (!carried || carries(&file, i))
            diag_append(out, size, "%s.%s", *out == '\0' ? "" : ", ", machines[i].suffix);
    if (*out == '\0')
        strcpy(out, "none");
}

static bool find_machine(rom *r, diag *d)
{
    const char *dot = strrchr(path_name(r->user->out), '.');
    char all[128], showcases[128];
    for (r->machine = 0; r->machine < MACHINES; r->machine++)
        if (dot != NULL && strcmp(dot + 1, machines[r->machine].suffix) == 0)
            return true;
    name_suffixes(all, sizeof all, false);
    name_suffixes(showcases, sizeof showcases, true);
    return diag_fail(d, DIAG_USAGE,
                     "no machine takes %s, -o, give it one of the suffixes %s; this "
                     "tool carries showcases for: %s",
                     r->user->out, all, showcases);
}

static bool find_showcase(rom *r, diag *d)
{
    carried_file file;
    char showcases[128];
    if (carries(&file, r->machine))
        return rom_showcase_read(&r->showcase, file.bytes, file.count, d);
    name_suffixes(showcases, sizeof showcases, true);
    return diag_fail(
        d, DIAG_INVALID,
        "this tool has no showcase for .%s (%s), it carries showcases for: %s, build it with `make "
        "showcases BOARDS=%s`, which installs the cross compiler, or take a tool of `make dist`",
        machines[r->machine].suffix, machines[r->machine].what, showcases,
        machines[r->machine].board);
}

/// Options ///////////////////////////////////////////////////////////////////////////////////////

/* Reads the options of both. A showcase that skins a window at a time has memory for its own
 * window only, and shows no second character. */
static bool read_options(rom *r, diag *d)
{
    const command_line *user = r->user;
    command_line own;
    memcpy(r->words, r->showcase.slot.bake, sizeof r->words);
    r->argv = diag_calloc(sizeof r->words / 2 + 1 + (size_t)user->argc, sizeof *r->argv);
    const int count = options_split(r->argv, r->words);
    memcpy(r->argv + count, user->argv, (size_t)user->argc * sizeof *r->argv);
    bool ok = command_line_read(&own, FOR_ROM, count, r->argv, d);
    const uint32_t window = own.load.bake.order.window;
    command_line_free(&own);
    ok = ok && command_line_read(&r->line, FOR_ROM, count + user->argc, r->argv, d) &&
         command_line_check(&r->line, FOR_ROM, d);
    const uint32_t wanted = r->line.load.bake.order.window;
    r->line.load.bake.big_endian = r->showcase.big_endian;
    return ok && (window == 0 || window == wanted ||
                  diag_fail(d, DIAG_INVALID,
                            "the showcase of .%s plays --window %" PRIu32 ", --window %" PRIu32
                            ", leave it out",
                            machines[r->machine].suffix, window, wanted));
}

/* Checks that the showcase plays the chosen encoding. */
static bool check_precision(const rom *r, diag *d)
{
    static const struct {
        pelt_encoding encoding;
        uint32_t bit;
    } all[] = {
        {PELT_EXACT, SLOT_PLAYS_Q16}, {PELT_LEAN, SLOT_PLAYS_Q12}, {PELT_FLOAT, SLOT_PLAYS_F32}};
    char names[32] = "";
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if ((r->showcase.slot.plays & all[i].bit) == 0)
            continue;
        if (all[i].encoding == r->line.load.bake.encoding)
            return true;
        diag_append(names, sizeof names, "%s%s", *names == '\0' ? "" : " and ",
                    traits_of(all[i].encoding)->name);
    }
    return diag_fail(d, DIAG_INVALID, "the showcase of .%s plays %s, --precision %s, leave it out",
                     machines[r->machine].suffix, names,
                     traits_of(r->line.load.bake.encoding)->name);
}

/// Fitting ///////////////////////////////////////////////////////////////////////////////////////

static bool check_count(uint64_t count, uint32_t most, const char *what, const char *how, diag *d)
{
    return most == 0 || count <= most ||
           diag_fail(d, DIAG_INVALID, "%" PRIu64 " %s, the showcase takes at most %" PRIu32 ", %s",
                     count, what, most, how);
}

/* The showcase's board, with the flash and the RAM that are left. */
static bool find_board(target_board *board, const rom *r, diag *d)
{
    const rom_slot *slot = &r->showcase.slot;
    const target_board *const known = target_find(slot->board, d);
    if (known == NULL)
        return false;
    *board = *known;
    board->flash_bytes = rom_showcase_room(&r->showcase);
    board->ram_bytes = slot->ram_end - slot->ram;
    return true;
}

bool rom_target(target_board *board, rom_slot *slot, const char *out, diag *d)
{
    const command_line user = {.out = out};
    rom r = {.user = &user};
    const bool ok = find_machine(&r, d) && find_showcase(&r, d) && find_board(board, &r, d);
    *slot = r.showcase.slot;
    return ok;
}

/* The report keeps the board. */
static bool check_fit(const rom *r, target_board *board, target_report *fit,
                      const baked_file *baked, diag *d)
{
    const rom_slot *slot = &r->showcase.slot;
    const bake_stats *stats = &baked->result.stats;
    const bake_cost *cost = r->line.load.bake.order.cost;
    if (!find_board(board, r, d))
        return false;
    board->core = (cost == NULL ? bake_cost_default : cost)->core;
    const uint64_t triangles = bake_stats_triangles(stats);
    uint64_t vertices = 0;
    for (uint32_t i = 0; i < stats->mesh_count; i++)
        vertices += stats->meshes[i].vertices;
    static const char simpler[] = "take less of it with --meshes, or reduce it where it was made";
    return check_count(vertices, slot->most_vertices, "vertices", simpler, d) &&
           check_count(triangles, slot->most_triangles, "triangles", simpler, d) &&
           check_count(stats->joint_count, slot->most_joints, "joints", "take --joints N", d) &&
           target_fits(fit, board, slot, &(target_call){FOR_ROM, &r->line, r->user->argc, baked, 0},
                       d);
}

/// All of it /////////////////////////////////////////////////////////////////////////////////////

void rom_list(void)
{
    carried_file file;
    for (size_t i = 0; i < MACHINES; i++)
        printf("  .%-4s %s%s\n", machines[i].suffix, machines[i].what,
               carries(&file, i) ? "" : " (not carried: make showcases)");
}

static bool write_rom(const rom *r, const bake_result *baked, diag *d)
{
    FREED_BY(buffer_free) byte_buffer image = {0}, out = {0};
    rom_showcase_fill(&image, &r->showcase, r->line.in, baked->blob, baked->bytes);
    const bool made = container_make(&out, machines[r->machine].suffix, r->showcase.slot.file,
                                     image.bytes, image.count, d);
    const output_file file = {r->line.out, out.bytes, out.count};
    return made && output_write(&file, 1, d);
}

/* The checksum that the showcase shows, of the rest pose. */
static bool find_checksum(uint32_t *crc, const bake_result *baked, diag *d)
{
    FREED_BY(play_close) play p = {0};
    return play_open(&p, bake_result_native(baked), baked->bytes, d) &&
           play_pose(&p, PLAY_REST, 0, d) && play_checksum(crc, &p, d);
}

/* Prints the report after the file is written, unless the file goes to standard output. */
static bool tell(const rom *r, const target_report *fit, uint32_t crc, diag *d)
{
    if (output_is_stdout(r->line.out))
        return true;
    printf("%s: flash %" PRIu64 " of %" PRIu32 ", ram %" PRIu64 " of %" PRIu32
           "\nits screen shows %.1f fps at %ux%u (%s)\nchecksum %08" PRIx32
           ", which the screen shows, too, and pelt dump --what checksum",
           machines[r->machine].what, fit->flash_bytes, rom_showcase_room(&r->showcase),
           fit->ram_bytes, r->showcase.slot.ram_end - r->showcase.slot.ram, fit->fps,
           fit->board->panel.width, fit->board->panel.height, target_bases[fit->board->basis], crc);
    for (int i = 0; i < r->line.word_count; i++)
        target_print(r->line.words[i]);
    puts("\nwith another --core the vertices have another order, and so the checksum differs");
    return output_flush(d);
}

/* The geometry engine of a Nintendo DS holds 2,048 triangles of a picture, of which the turntable takes
 * up to 96. It drops those that face away before it counts, about half. */
static void warn_of_engine(const rom *r, const bake_stats *stats)
{
    const uint32_t most = 2u * (2048 - 96);
    const uint64_t triangles = bake_stats_triangles(stats);
    if (triangles > most)
        diag_warn(r->line.in,
                  "about half of %" PRIu64 " triangles face the camera, and a picture of a "
                  "Nintendo DS holds 2048: the rest is not seen, -o, give --triangles %u",
                  triangles, most);
}

static bool make_rom(const rom *r, diag *d)
{
    FREED_BY(baked_file_free) baked_file baked = {0};
    const bake_result *result = &baked.result;
    target_board board;
    target_report fit;
    uint32_t crc;
    const output_file file = {.path = r->line.out};
    load_options load = r->line.load;
    load.outputs = &file;
    load.output_count = 1;
    bool ok = load_baked(&baked, r->line.in, &load, d) && check_fit(r, &board, &fit, &baked, d) &&
              find_checksum(&crc, result, d) && write_rom(r, result, d);
    if (ok)
        target_picture(&fit, 1, result);
    if (ok && strcmp(board.name, "nds") == 0)
        warn_of_engine(r, &result->stats);
    if (ok && !tell(r, &fit, crc, d)) {
        output_remove(&file, 1);
        ok = false;
    }
    return ok;
}

bool cmd_rom(command_line *line, diag *d)
{
    rom r = {.user = line};
    const bool ok = find_machine(&r, d) && find_showcase(&r, d) && read_options(&r, d) &&
                    check_precision(&r, d) && make_rom(&r, d);
    command_line_free(&r.line);
    free(r.argv);
    return ok;
}
