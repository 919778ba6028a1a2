/* SPDX-License-Identifier: MIT */
/* Runs an image on a 68000 in QEMU: run_m68k ELF NAME [WORD...]
 *
 * The machine's RAM is a file that this program maps, too, so that it finds the image's calls in
 * its mailbox (boards/common/mailbox.h) and carries them out while the image runs. NAME and the
 * WORDs are its command line. The exit status is the image's, or 1 if QEMU ends before it. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../../boards/common/mailbox.h"
#include "runner.h"

#define RAM_BYTES (16u << 20) /* the address space of a 68000 */
#define PAUSE_NS 200000       /* between looks at the mailbox */

static uint8_t *ram;
static uint32_t box; /* address of the mailbox, 0 while there is none */

/// The machine's memory /////////////////////////////////////////////////////////////////////////

static uint8_t load_byte(uint32_t address)
{
    return address < RAM_BYTES ? ram[address] : 0;
}

static void store_byte(uint32_t address, uint8_t byte)
{
    if (address < RAM_BYTES)
        ram[address] = byte;
}

/* Reads atomically, as the image may write the same word. */
static uint32_t load_word(uint32_t address)
{
    if (address > RAM_BYTES - 4u)
        return 0;
    const uint32_t swapped = __atomic_load_n((uint32_t *)(void *)(ram + address), __ATOMIC_ACQUIRE);
    return __builtin_bswap32(swapped);
}

static void store_word(uint32_t address, uint32_t word)
{
    if (address <= RAM_BYTES - 4u)
        __atomic_store_n((uint32_t *)(void *)(ram + address), __builtin_bswap32(word),
                         __ATOMIC_RELEASE);
}

static semihost host = {load_byte, store_byte, load_word, store_word, NULL, "", 0};

/// The mailbox //////////////////////////////////////////////////////////////////////////////////

static bool is_box(uint32_t address)
{
    for (uint32_t i = 0; i < MAILBOX_MAGIC_WORDS; i++)
        if (load_word(address + 4u * i) != MAILBOX_MAGIC(i))
            return false;
    return load_word(address + (uint32_t)offsetof(mailbox, self)) == address;
}

static void find_box(void)
{
    for (uint32_t address = 4; address <= RAM_BYTES - sizeof(mailbox); address += 4u) {
        if (is_box(address)) {
            box = address;
            store_word(box + (uint32_t)offsetof(mailbox, host), MAILBOX_LISTENING);
            return;
        }
    }
}

/// The machine //////////////////////////////////////////////////////////////////////////////////

/* Creates a file without a name, which QEMU opens by its descriptor. */
static int make_ram(void)
{
    char name[] = "/tmp/run_m68k.XXXXXX";
    const int file = mkstemp(name);
    if (file < 0 || unlink(name) != 0 || ftruncate(file, RAM_BYTES) != 0)
        return -1;
    ram = mmap(NULL, RAM_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    return ram == MAP_FAILED ? -1 : file;
}

static void become_qemu(const char *elf, int ram_file)
{
    char backend[128];
    snprintf(backend, sizeof backend,
             "memory-backend-file,id=ram,share=on,size=%u,mem-path=/proc/self/fd/%d", RAM_BYTES,
             ram_file);
    execlp("qemu-system-m68k", "qemu-system-m68k", "-M", "virt,memory-backend=ram", "-cpu",
           "m68000", "-m", "16M", "-object", backend, "-display", "none", "-monitor", "none",
           "-serial", "none", "-no-reboot", "-icount", "shift=0,sleep=off", "-rtc", "clock=vm",
           "-kernel", elf, (char *)NULL);
    perror("run_m68k: qemu-system-m68k");
    _exit(RUNNER_STATUS_USAGE);
}

int main(int argc, char **argv)
{
    const struct timespec pause = {0, PAUSE_NS};
    const char *const elf = runner_open(&host, "run_m68k ELF", NULL, argc, argv);
    setvbuf(stdout, NULL, _IOLBF, 0);
    const int ram_file = make_ram();
    const pid_t qemu = ram_file < 0 ? -1 : fork();
    if (qemu < 0) {
        perror("run_m68k");
        return RUNNER_STATUS_USAGE;
    }
    if (qemu == 0)
        become_qemu(elf, ram_file);
    bool is_running = true;
    while (is_running && host.exit_status < 0) {
        is_running = waitpid(qemu, NULL, WNOHANG) == 0;
        if (box == 0u)
            find_box();
        runner_serve(&host, box);
        nanosleep(&pause, NULL);
    }
    if (is_running) {
        kill(qemu, SIGKILL);
        waitpid(qemu, NULL, 0);
    }
    semihost_end();
    if (host.exit_status < 0) {
        fputs("run_m68k: the machine stopped\n", stderr);
        return 1;
    }
    return host.exit_status;
}
