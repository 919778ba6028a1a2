/* SPDX-License-Identifier: MIT */
/* pelt rom: a glTF file in a ready player, as a console's loader or a board's drive takes it. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/commands.h"
#include "cmd/options.h"
#include "cmd/target.h"
#include "common/files.h"
#include "common/output.h"
#include "contract/contract.h"
#include "play/play.h"
#include "rom/carried.h"
#include "rom/container.h"
#include "rom/slot.h"

static const char usage[] =
    "usage: pelt rom IN.gltf|IN.glb -o OUT.SUFFIX\n"
    "                 " OPTION_LOAD_USAGE "\n"
    "\n"
    "Bakes IN and puts it into a player that the tool carries: no compiler is needed. The suffix\n"
    "says for what:\n";

/* What there can be: the suffix, the board whose player it is, what that is. */
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

typedef struct rom_command {
    const char *in, *out;
    size_t machine;
    load_options load;
    uint32_t window; /* of the player's own options; 0: none */
    rom_player player;
    bool help;
} rom_command;

/// Players ///////////////////////////////////////////////////////////////////////////////////////

static bool carries(carried_file *file, size_t machine)
{
    char name[CARRIED_NAME_BYTES + 1];
    snprintf(name, sizeof name, "%s.player", machines[machine].board);
    return carried_find(file, name);
}

/* The suffixes that there are players for, with commas between; "none". */
static void name_players(char *out, size_t size)
{
    carried_file file;
    *out = '\0';
    for (size_t i = 0; i < MACHINES; i++)
        if (carries(&file, i))
            snprintf(out + strlen(out), size - strlen(out), "%s.%s", *out == '\0' ? "" : ", ",
                     machines[i].suffix);
    if (*out == '\0')
        snprintf(out, size, "none");
}

static bool find_machine(rom_command *o, diag *d)
{
    const char *dot = strrchr(path_name(o->out), '.');
    char all[128] = "", players[128];
    for (size_t i = 0; i < MACHINES; i++) {
        o->machine = i;
        if (dot != NULL && strcmp(dot + 1, machines[i].suffix) == 0)
            return true;
        snprintf(all + strlen(all), sizeof all - strlen(all), "%s.%s", i == 0 ? "" : ", ",
                 machines[i].suffix);
    }
    name_players(players, sizeof players);
    return diag_fail(d, DIAG_USAGE, "no machine takes %s, -o, give it one of the suffixes %s; this "
                     "tool carries players for: %s", o->out, all, players);
}

static bool find_player(rom_command *o, diag *d)
{
    carried_file file;
    char players[128];
    if (carries(&file, o->machine))
        return rom_player_read(&o->player, file.bytes, file.count, d);
    name_players(players, sizeof players);
    return diag_fail(d, DIAG_INVALID, "this tool has no player for .%s (%s), it carries players for: "
                     "%s, build it with `make players BOARDS=%s`, which installs the cross compiler, "
                     "or take a tool of `make dist`", machines[o->machine].suffix,
                     machines[o->machine].what, players, machines[o->machine].board);
}

/// Options ///////////////////////////////////////////////////////////////////////////////////////

/* One of bake's that rom has, too. */
static bool take_option(bool *ok, rom_command *o, int argc, char **argv, int *i, diag *d)
{
    *ok = true;
    if (strcmp(argv[*i], "--strip") == 0) {
        o->load.bake.strip = true;
        return true;
    }
    return option_load(ok, &o->load, argc, argv, i, d);
}

/* The player's own, before the user's: the last of two wins. */
static bool take_defaults(rom_command *o, diag *d)
{
    char words[sizeof o->player.slot.bake];
    char *argv[sizeof words / 2 + 1];
    int argc = 0;
    bool ok = true;
    memcpy(words, o->player.slot.bake, sizeof words);
    for (char *word = strtok(words, " "); word != NULL; word = strtok(NULL, " "))
        argv[argc++] = word;
    for (int i = 0; i < argc && ok; i++) {
        if (strcmp(argv[i], "--endian") == 0)
            i++; /* the slot's own byte order tells it */
        else if (!take_option(&ok, o, argc, argv, &i, d))
            ok = option_unknown(argv[i], d);
    }
    o->window = o->load.bake.order.window;
    o->load.has_precision = false;
    o->load.shapes = NULL;
    o->load.bake.big_endian = o->player.big_endian;
    return ok;
}

/* First only the files, as the player is not known before; then what is baked. */
static bool parse(rom_command *o, int argc, char **argv, bool files_only, diag *d)
{
    rom_command ignored = {.load = LOAD_OPTIONS};
    bool ok;
    for (int i = 0; i < argc; i++) {
        const char *name = argv[i];
        if (option_is_help(name)) {
            o->help = true;
            return true;
        }
        if (strcmp(name, "-o") == 0) {
            o->out = option_value(argc, argv, &i, d);
            if (o->out == NULL)
                return false;
        } else if (take_option(&ok, files_only ? &ignored : o, argc, argv, &i, d)) {
            if (!ok)
                return false;
        } else if (option_is_name(name)) {
            return option_unknown(name, d);
        } else if (files_only && o->in != NULL) {
            return diag_fail(d, DIAG_USAGE, "second file %s, command line, give one", name);
        } else {
            o->in = name;
        }
    }
    return option_files(&o->load, o->in, o->out, d) &&
           (files_only || option_load_check(&o->load, d));
}

/* What skins a window at a time has memory for its own, and no character is seen with another. */
static bool check_window(const rom_command *o, diag *d)
{
    return o->load.bake.order.window == o->window || o->window == 0 ||
           diag_fail(d, DIAG_INVALID, "the player of .%s plays --window %" PRIu32
                     ", --window %" PRIu32 ", leave it out", machines[o->machine].suffix, o->window,
                     o->load.bake.order.window);
}

/* Whether it plays what the options say. */
static bool check_precision(const rom_command *o, diag *d)
{
    static const struct {
        pelt_encoding encoding;
        uint32_t bit;
    } all[] = {{PELT_EXACT, SLOT_PLAYS_Q16}, {PELT_LEAN, SLOT_PLAYS_Q12},
               {PELT_FLOAT, SLOT_PLAYS_F32}};
    char names[32] = "";
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if ((o->player.slot.plays & all[i].bit) == 0)
            continue;
        if (all[i].encoding == o->load.bake.encoding)
            return true;
        snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s",
                 *names == '\0' ? "" : " and ", flavour_name(all[i].encoding));
    }
    return diag_fail(d, DIAG_INVALID, "the player of .%s plays %s, --precision %s, leave it out",
                     machines[o->machine].suffix, names, flavour_name(o->load.bake.encoding));
}

/// Fitting ///////////////////////////////////////////////////////////////////////////////////////

static bool check_count(uint64_t count, uint32_t most, const char *what, const char *how, diag *d)
{
    return most == 0 || count <= most ||
           diag_fail(d, DIAG_INVALID, "%" PRIu64 " %s, the player takes at most %" PRIu32 ", %s",
                     count, what, most, how);
}

static bool check_fit(const rom_command *o, target_report *fit, const bake_result *baked, diag *d)
{
    const player_slot *slot = &o->player.slot;
    const bake_stats *stats = &baked->stats;
    const target_player player = {
        .board = {.name = slot->board,
                  .core = o->load.bake.order.cost != NULL ? o->load.bake.order.cost->core
                                                          : bake_cost_default->core,
                  .flash_bytes = rom_player_room(&o->player),
                  .ram_bytes = slot->ram_end - slot->ram,
                  .flags = TARGET_PLAYER},
        .vertex_bytes = slot->vertex_bytes,
        .triangle_bytes = slot->triangle_bytes,
        .joint_bytes = slot->joint_bytes,
        .fixed_bytes = slot->fixed_bytes,
        .plays_q16 = (slot->plays & SLOT_PLAYS_Q16) != 0,
        .plays_q12 = (slot->plays & SLOT_PLAYS_Q12) != 0};
    uint64_t vertices = 0, triangles = 0;
    for (uint32_t i = 0; i < stats->mesh_count; i++) {
        vertices += stats->meshes[i].vertices;
        triangles += stats->meshes[i].triangles;
    }
    static const char simpler[] = "make it simpler, or take less of it with --meshes";
    return check_count(vertices, slot->most_vertices, "vertices", simpler, d) &&
           check_count(triangles, slot->most_triangles, "triangles", simpler, d) &&
           check_count(stats->joint_count, slot->most_joints, "joints", "take --joints N", d) &&
           check_count(stats->mesh_count, slot->most_meshes, "meshes", "take --meshes A,B", d) &&
           target_fits(fit, &player, baked, &o->load, o->in, d);
}

/// All of it /////////////////////////////////////////////////////////////////////////////////////

static void list_machines(void)
{
    carried_file file;
    for (size_t i = 0; i < MACHINES; i++)
        printf("  .%-4s %s%s\n", machines[i].suffix, machines[i].what,
               carries(&file, i) ? "" : " (not carried: make players)");
}

static bool write_rom(const rom_command *o, const bake_result *baked, diag *d)
{
    byte_buffer image = {0}, out = {0};
    rom_player_fill(&image, &o->player, o->in, baked->blob, baked->bytes);
    const bool made = container_make(&out, machines[o->machine].suffix, o->player.slot.file,
                                     image.bytes, image.count, d);
    const output_file file = {o->out, out.bytes, out.count};
    const bool ok = made && output_write(&file, 1, d);
    buffer_free(&image);
    buffer_free(&out);
    return ok;
}

/* What the player shows, from a blob that this machine plays. */
static bool find_checksum(uint32_t *crc, const rom_command *o, const scene *s, diag *d)
{
    bake_result baked = {0};
    bake_options bake = o->load.bake;
    play p = {0};
    bake.big_endian = false;
    const bool warned = diag_set_warnings(false);
    bool ok = contract_bake(&baked, s, &bake, d) && play_open(&p, baked.blob, baked.bytes, d) &&
              play_pose(&p, PLAY_REST, 0, d);
    diag_set_warnings(warned);
    *crc = 0;
    for (uint32_t m = 0; ok && m < p.model.mesh_count; m++)
        ok = play_checksum(crc, &p, m, d);
    play_close(&p);
    bake_result_free(&baked);
    return ok;
}

/* As a shell takes it. */
static void print_word(const char *word)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
                                "_-,.:/=@+%";
    if (word[strspn(word, plain)] == '\0' && *word != '\0') {
        printf(" %s", word);
        return;
    }
    fputs(" '", stdout);
    for (; *word != '\0'; word++)
        *word == '\'' ? (void)fputs("'\\''", stdout) : (void)putchar(*word);
    putchar('\'');
}

/* Those of the player's own options and of the user's that change what `pelt dump` prints. */
static void print_dump_options(const rom_command *o, int argc, char **argv)
{
    char words[sizeof o->player.slot.bake];
    memcpy(words, o->player.slot.bake, sizeof words);
    for (char *word = strtok(words, " "); word != NULL; word = strtok(NULL, " ")) {
        if (strcmp(word, "--endian") == 0)
            strtok(NULL, " ");
        else if (strcmp(word, "--strip") != 0)
            print_word(word);
    }
    rom_command ignored = {.load = LOAD_OPTIONS};
    diag d = {0};
    bool ok;
    for (int i = 0; i < argc; i++) {
        const int first = i;
        if (strcmp(argv[i], "-o") == 0)
            i++;
        else if (strcmp(argv[i], "--strip") != 0 && take_option(&ok, &ignored, argc, argv, &i, &d))
            for (int k = first; k <= i; k++)
                print_word(argv[k]);
    }
}

/* After it is written; where it goes to standard output itself, nothing. */
static bool tell(const rom_command *o, const target_report *fit, uint32_t crc, int argc,
                 char **argv, diag *d)
{
    if (output_is_stdout(o->out))
        return true;
    printf("%s: flash %" PRIu64 " of %" PRIu32 ", ram %" PRIu64 " of %" PRIu32
           "\nchecksum %08" PRIx32 ", which the screen shows, too, and pelt dump --what checksum",
           machines[o->machine].what, fit->flash_bytes, rom_player_room(&o->player),
           fit->ram_bytes, o->player.slot.ram_end - o->player.slot.ram, crc);
    print_dump_options(o, argc, argv);
    putchar('\n');
    return output_flush(d);
}

static bool make_rom(rom_command *o, int argc, char **argv, diag *d)
{
    scene s = {0};
    bake_result baked = {0};
    target_report fit;
    uint32_t crc;
    const output_file file = {.path = o->out};
    bool ok = load_scene(&s, o->in, &o->load, d) && output_check(&file, 1, d) &&
              contract_bake(&baked, &s, &o->load.bake, d) && check_fit(o, &fit, &baked, d) &&
              find_checksum(&crc, o, &s, d) && write_rom(o, &baked, d);
    if (ok && !tell(o, &fit, crc, argc, argv, d)) {
        output_remove(&file, 1);
        ok = false;
    }
    bake_result_free(&baked);
    scene_free(&s);
    return ok;
}

int cmd_rom(int argc, char **argv)
{
    diag d = {0};
    rom_command o = {.load = LOAD_OPTIONS};
    bool ok = parse(&o, argc, argv, true, &d);
    if (ok && o.help) {
        fputs(usage, stdout);
        list_machines();
        fputs("Options are bake's; what the player needs of them is set.\n", stdout);
        fputs(option_load_help, stdout);
        return DIAG_OK;
    }
    ok = ok && find_machine(&o, &d) && find_player(&o, &d) && take_defaults(&o, &d) &&
         parse(&o, argc, argv, false, &d) && check_precision(&o, &d) && check_window(&o, &d) &&
         make_rom(&o, argc, argv, &d);
    if (!ok)
        diag_print(&d, o.in == NULL ? "rom" : o.in);
    return d.exit_code;
}
