/* SPDX-License-Identifier: MIT */
/* The showcase of a micro:bit: plays any character in fixed point, baked with --window 64, in 16 KB
 * of RAM.
 *
 *   A            shows the next clip; while it is held, one clip after another
 *   B            turns the character while it is held
 *   A, B held    shows the text; pressed again, the character twice as large without text; then both;
 *                then neither, as at first
 *
 * Ten seconds after the last button it plays by itself: one clip after another, turning. While clips
 * fade, the rest of the last one takes the room of some skinned vertices. Joints with springs swing, if
 * there is RAM for their state. The picture is shown on a display of 128 x 64 in black and white;
 * without a display, the LEDs show it in coarse fields. The text, at the left, has the names of the
 * character and the clip and the checksum of the rest pose. A host that listens also gets the
 * checksum, a round of pictures as frames.bin, and their costs; then the program ends. With the word
 * `leds` the program does not look for a display. */
#include <string.h>

#include "board.h"
#include "checksum.h"
#include "clips.h"
#include "font.h"
#include "microbit.h"
#include "pelt/draw.h"
#include "pelt/motion.h"
#include "pelt/springs.h"
#include "pelt/stages.h"
#include "recording.h"
#include "slot.h"
#include "text.h"

#define WIDTH OLED_WIDTH
#define HEIGHT OLED_HEIGHT
#define LINES 8       /* a page of the display */
#define PITCH 2200u   /* 12 degrees down */
#define TURN_ALONE 4u /* 1/65536 turns a millisecond: 16 seconds a turn */
#define TURN_HELD 30u
#define ALONE_MS 10000u
#define CLIP_MS 4000u /* of a clip, when it plays by itself */
#define ALONE_FADE_MS 1000u
#define FADE_MS 333u
#define HOLD_MS 600u        /* until a held button changes the clip again, */
#define RUN_MS 400u         /* and again */
#define TICKS_PER_MS 16000u /* of board_counter() */
#define ROUND_FRAMES 12u
#define ROUND_MS 110u
#define SWING_HZ 60u

static uint16_t colours[LINES * WIDTH], depths[LINES * WIDTH];
static pelt_character_q16 character;
static pelt_player player;
static pelt_change change; /* words NULL: there is no room for them */
static size_t room_bytes;  /* of the ring's vertices; a fade keeps its words at the end */
static pelt_springs_q16 springs;
static uint32_t swung_ms; /* up to when */
static pelt_ring picture;
static int32_t focal; /* with which all of the character is seen */
static bool has_display, has_host;
static bool has_text;     /* off until it is asked for, or a host listens */
static bool is_large;     /* twice as large as all of it fits */
static uint32_t checksum; /* of the rest pose */
static recording film = {-1, 0, 0, WIDTH, HEIGHT, 1, ROUND_FRAMES, ROUND_MS};
static uint16_t brightness[LEDS * LEDS]; /* number of lit pixels in each field of a picture */

__attribute__((noreturn)) static void fail(const char *what)
{
    static const uint8_t cross[LEDS] = {17, 10, 4, 10, 17};
    board_put_line("FAIL showcase:", what);
    leds_show(cross);
    leds_start();
    if (has_host)
        board_exit(1);
    for (;;) {
    }
}

static void need(pelt_status status)
{
    if (status != PELT_OK)
        fail(pelt_status_describe(status));
}

/// Opening //////////////////////////////////////////////////////////////////////////////////////

static const pelt_family *open_model(pelt_model *model, const void *blob, size_t bytes)
{
    static const pelt_family *const families[] = {&pelt_exact_volume, &pelt_lean_volume};
    pelt_status status = PELT_E_FAMILY;
    size_t i;
    for (i = 0; i < 2u && status == PELT_E_FAMILY; i++)
        status = pelt_model_open(model, blob, bytes, families[i]);
    need(status);
    return families[i - 1u];
}

static uint32_t group_count_of(const pelt_model *model)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < model->mesh_count; i++) {
        pelt_mesh_info info;
        need(pelt_mesh_get(&info, model, i));
        count += PELT_RING_GROUPS(info.vertex_count);
    }
    return count;
}

/* Takes memory for springs from what is left, unless a picture needs it. */
static void open_springs(const pelt_model *model, uint8_t **ram, size_t *ram_bytes,
                         size_t group_bytes)
{
    const size_t bytes = pelt_springs_bytes_get(model);
    pelt_arena arena;
    if (bytes == 0u ||
        *ram_bytes < group_bytes + bytes + PELT_RING_VERTICES * sizeof(pelt_draw_vertex))
        return;
    need(pelt_arena_init(&arena, *ram, bytes));
    need(pelt_springs_alloc_q16(&springs, character.pose.model, SWING_HZ, &arena));
    *ram += bytes;
    *ram_bytes -= bytes;
}

/* Opens the character and gives it memory, then springs, then the groups, then as many vertices as there is
 * room for. */
static void open_character(void)
{
    size_t blob_bytes, ram_bytes;
    const void *blob = slot_blob(&blob_bytes);
    uint8_t *ram = (uint8_t *)board_free_ram(&ram_bytes);
    const pelt_family *family;
    pelt_model model;
    if (blob == NULL)
        fail("no character, see pelt rom");
    board_put_line("title", slot_title());
    family = open_model(&model, blob, blob_bytes);
    need(checksum_rest(&checksum, &model, ram, ram_bytes));
    board_print("checksum %08x\n", checksum);
    const size_t character_bytes = pelt_character_bytes_get(&model);
    const uint32_t group_count = group_count_of(&model);
    const size_t group_bytes = group_count * sizeof(pelt_ring_group);
    if (ram_bytes < character_bytes + group_bytes)
        fail("too little RAM");
    need(pelt_character_open_q16(&character, blob, blob_bytes, family, ram, character_bytes));
    ram += character_bytes;
    ram_bytes -= character_bytes;
    open_springs(&model, &ram, &ram_bytes, group_bytes);
    ram_bytes -= group_bytes;
    room_bytes = ram_bytes;
    change.word_count = PELT_CHANGE_WORDS(model.joint_count, model.target_count);
    const size_t kept_bytes = change.word_count * sizeof(uint32_t);
    if (ram_bytes >= kept_bytes + PELT_RING_VERTICES * sizeof(pelt_draw_vertex))
        change.words = (uint32_t *)(void *)(ram + group_bytes + ram_bytes - kept_bytes);
    if (pelt_ring_open(&picture, &character, (pelt_ring_group *)(void *)ram, group_count,
                       (pelt_draw_vertex *)(void *)(ram + group_bytes),
                       (uint32_t)(ram_bytes / sizeof(pelt_draw_vertex))) != PELT_OK)
        fail("too little RAM, or a character without --window 64");
}

/* Opens the ring anew, with or without the vertices where a fade keeps what is left. It needs them from one
 * picture to the next, unlike the ring. */
static void share_room(bool is_fading)
{
    const size_t kept_bytes = is_fading ? change.word_count * sizeof(uint32_t) : 0u;
    const uint32_t skinned_count = picture.skinned_count;
    need(pelt_ring_open(&picture, &character, picture.groups, picture.group_count, picture.vertices,
                        (uint32_t)((room_bytes - kept_bytes) / sizeof(pelt_draw_vertex))));
    picture.skinned_count = skinned_count;
}

static void add_to_box(void *own, const pelt_vertex_q16 *vertices, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        pelt_box_add_q16((pelt_box_q16 *)own, vertices[i].position);
}

static void add_to_extent(void *own, const pelt_vertex_q16 *vertices, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        pelt_extent_add((pelt_extent *)own, &picture.cam, vertices[i].position);
}

/* Places the camera so that it sees the rest pose and three moments of each clip from all sides. */
static void place_camera(void)
{
    const pelt_model *model = character.pose.model;
    pelt_box_q16 box = pelt_box_nothing;
    pelt_extent extent;
    pelt_ring_visit(&picture, add_to_box, &box);
    for (uint32_t clip = 0; clip < model->clip_count; clip++) {
        pelt_clip_info info;
        need(pelt_clip_get(&info, model, clip));
        for (uint32_t i = 0; i < 3u; i++) {
            const pelt_time quarter = info.end / 4 - info.start / 4;
            need(pelt_pose_sample_q16(&character.pose, clip,
                                      info.start + quarter * (pelt_time)(i + 1u)));
            pelt_ring_visit(&picture, add_to_box, &box);
        }
    }
    pelt_camera_frame(&picture.cam, &box, WIDTH, HEIGHT);
    extent = pelt_extent_nothing;
    for (uint32_t i = 0; i < 4u; i++) {
        pelt_camera_turn(&picture.cam, i * PELT_TURN / 4u, PITCH);
        pelt_ring_visit(&picture, add_to_extent, &extent);
    }
    pelt_camera_fit(&picture.cam, &extent, WIDTH, HEIGHT);
    focal = picture.cam.focal;
}

/// Text /////////////////////////////////////////////////////////////////////////////////////////

#define LETTERS 8u /* of a line: as many as fit beside the figure */

static void put_letter(uint8_t lines[LINES * WIDTH / 8], uint32_t place, char letter)
{
    const uint32_t glyph = font_find(letter);
    for (uint32_t y = 0; y < FONT_HEIGHT; y++) {
        const uint32_t row = glyph < FONT_COUNT ? font_glyphs[glyph][y] : 0u;
        for (uint32_t x = 0; x < FONT_WIDTH + 1u; x++) {
            const uint32_t at = place * (FONT_WIDTH + 1u) + x;
            const uint32_t bit = 0x80u >> at % 8u;
            uint8_t *byte = &lines[y * (WIDTH / 8) + at / 8u];
            const bool lit = x < FONT_WIDTH && (row >> (FONT_WIDTH - 1u - x) & 1u) != 0u;
            *byte = (uint8_t)(lit ? *byte | bit : *byte & ~bit);
        }
    }
}

static void put_text(uint8_t lines[LINES * WIDTH / 8], const char *text)
{
    for (uint32_t i = 0; i < LETTERS && text[i] != '\0'; i++)
        put_letter(lines, i, text[i]);
}

/* Writes title, clip and, in the last strip, the checksum. */
static void put_strip_text(uint8_t lines[LINES * WIDTH / 8], uint32_t strip)
{
    if (strip == 0u) {
        put_text(lines, slot_title());
    } else if (strip == 1u && character.pose.model->clip_count > 0u) {
        pelt_clip_info info;
        need(pelt_clip_get(&info, character.pose.model, player.clip));
        put_text(lines, info.name);
    }
    for (uint32_t i = 0; strip == HEIGHT / LINES - 1u && i < 8u; i++)
        put_letter(lines, i, "0123456789abcdef"[checksum >> (28u - 4u * i) & 15u]);
}

/// Showing //////////////////////////////////////////////////////////////////////////////////////

/* Converts lines of eight pixels a byte to columns of eight pixels a byte. */
static void show_page(uint32_t page, const uint8_t lines[LINES * WIDTH / 8])
{
    uint8_t columns[WIDTH];
    for (uint32_t x = 0; x < WIDTH; x++) {
        uint32_t column = 0;
        for (uint32_t y = 0; y < LINES; y++)
            column |= ((uint32_t)lines[y * (WIDTH / 8) + x / 8u] >> (7u - x % 8u) & 1u) << y;
        columns[x] = (uint8_t)column;
    }
    has_display = oled_page(page, columns);
    if (!has_display) /* the display was unplugged */
        leds_start();
}

/* Counts the lit pixels of the middle of the picture, 65 x 64, in fields of 13 x 13. */
static void count_lit(uint32_t first_line, const uint8_t lines[LINES * WIDTH / 8])
{
    for (uint32_t y = 0; y < LINES; y++) {
        for (uint32_t x = 0; x < 65u; x++) {
            const uint32_t at = x + 32u;
            brightness[(first_line + y) / 13u * LEDS + x / 13u] +=
                lines[y * (WIDTH / 8) + at / 8u] >> (7u - at % 8u) & 1u;
        }
    }
}

/* Lights the fields with more than two thirds of the mean of those that have any lit pixels. */
static void show_leds(void)
{
    uint8_t rows[LEDS] = {0};
    uint32_t sum = 0, some = 0;
    for (uint32_t i = 0; i < LEDS * LEDS; i++) {
        sum += brightness[i];
        some += brightness[i] > 0u;
    }
    for (uint32_t i = 0; i < LEDS * LEDS; i++) {
        if (brightness[i] * some * 3u > sum * 2u)
            rows[i / LEDS] |= (uint8_t)(1u << i % LEDS);
        brightness[i] = 0;
    }
    leds_show(rows);
    for (uint32_t i = 0; has_host && i < LEDS * LEDS; i++) {
        board_puts((rows[i / LEDS] >> i % LEDS & 1u) != 0u ? "#" : ".");
        board_puts(i % LEDS == LEDS - 1u ? "\n" : "");
    }
}

static void draw(void)
{
    pelt_band band = {colours, depths, WIDTH, 0, LINES, &picture.cam};
    uint8_t lines[LINES * WIDTH / 8];
    pelt_ring_begin(&picture, WIDTH, HEIGHT, LINES);
    for (uint32_t i = 0; i < HEIGHT / LINES; i++, band.first_line += LINES) {
        memset(colours, 0, sizeof colours);
        pelt_band_clear(&band);
        pelt_ring_draw(&picture, i, &band);
        (void)pelt_band_pack(lines, WIDTH / 8u, &band, PELT_PIXELS_MONO); /* without the text */
        if (!has_display)
            count_lit(i * LINES, lines);
        if (has_text)
            put_strip_text(lines, i);
        if (has_display)
            show_page(i, lines);
        if (has_host)
            recording_add(&film, lines, sizeof lines);
    }
    if (!has_display)
        show_leds();
}

static void play(uint32_t clip, uint32_t ms, uint32_t fade_ms, uint32_t yaw)
{
    if (character.pose.model->clip_count > 0u) {
        if (player.model == NULL || player.clip != clip) {
            if (player.model != NULL && change.words != NULL && fade_ms != 0u)
                share_room(true);
            need(pelt_player_start(&player, character.pose.model, clip, 1000, ms, PELT_LOOP));
        }
        need(pelt_player_update(&player, ms));
        if (change.words == NULL) {
            need(pelt_character_follow_q16(&character, &player));
        } else {
            const bool was_fading = change.elapsed < change.length;
            need(pelt_change_follow_q16(&character, &change, &player, fade_ms));
            if (was_fading && change.elapsed == change.length)
                share_room(false);
        }
    }
    if (springs.count != 0u) {
        pelt_joints_q16 *joints;
        need(pelt_character_joints_get_q16(&joints, &character));
        need(pelt_springs_update_q16(&springs, &character.pose, joints, ms - swung_ms, 1000));
    }
    swung_ms = ms;
    picture.cam.focal = focal * (1 + (int32_t)is_large);
    pelt_camera_turn(&picture.cam, yaw, PITCH);
    draw();
}

/// Playing //////////////////////////////////////////////////////////////////////////////////////

static uint32_t next_clip(uint32_t clip)
{
    return clip + 1u < character.pose.model->clip_count ? clip + 1u : 0u;
}

/* Plays without a host. */
__attribute__((noreturn)) static void play_for_ever(void)
{
    uint32_t ms = 0, yaw = 0, clip = clips_first(character.pose.model, NULL, NULL), held = 0;
    uint32_t quiet = 0; /* milliseconds since a button was held */
    uint32_t left = 0;  /* milliseconds until the clip may change again without a press */
    uint32_t last = board_counter();
    for (;;) {
        const uint32_t passed = (board_counter() - last) / TICKS_PER_MS;
        const uint32_t buttons = buttons_held();
        last += passed * TICKS_PER_MS;
        ms += passed;
        quiet = buttons != 0u ? 0u : quiet < ALONE_MS ? quiet + passed : quiet;
        left -= passed < left ? passed : left;
        if ((buttons & BUTTON_B) != 0u || quiet >= ALONE_MS)
            yaw += passed * ((buttons & BUTTON_B) != 0u ? TURN_HELD : TURN_ALONE);
        if ((buttons & ~held & BUTTON_A) != 0u && (buttons & BUTTON_B) != 0u) {
            is_large ^= has_text;
            has_text = !has_text;
        } else if ((buttons & ~held & BUTTON_A) != 0u ||
                   (left == 0u && (buttons == BUTTON_A || quiet >= ALONE_MS))) {
            clip = next_clip(clip);
            left = buttons == 0u ? CLIP_MS : (held & BUTTON_A) == 0u ? HOLD_MS : RUN_MS;
        }
        held = buttons;
        play(clip, ms, buttons == 0u ? ALONE_FADE_MS : FADE_MS, yaw);
    }
}

/* Plays a third of the pictures for each of three clips, from all sides. */
static void play_round(void)
{
    uint32_t clip = clips_first(character.pose.model, NULL, NULL), instructions = 0;
    picture.skinned_count = 0;
    for (uint32_t i = 0; i < ROUND_FRAMES; i++) {
        const uint32_t start = board_counter();
        if (i > 0u && i % (ROUND_FRAMES / 3u) == 0u)
            clip = next_clip(clip);
        play(clip, i * ROUND_MS, 0, i * PELT_TURN / ROUND_FRAMES);
        instructions += board_instructions(start, board_counter());
        recording_end_frame(&film);
    }
    board_file_close(film.file);
    board_put_number("insn_frame", instructions / ROUND_FRAMES);
    board_put_number("skins_frame", picture.skinned_count / ROUND_FRAMES);
    board_put_number("groups_held", picture.place_count);
    board_put_number("groups", picture.group_count);
    board_put_number("flash_bytes", board_flash_bytes());
    board_put_number("ram_bytes", board_ram_used_bytes());
    board_put_number("stack_bytes", board_stack_used());
    board_put_number("stack_there", board_stack_bytes());
}

/* Uses memory that is not taken yet, as the image's path stands before the words. */
static bool shall_use_leds(void)
{
    size_t bytes;
    char *words = (char *)board_free_ram(&bytes);
    return board_command_line(words, bytes) && words[0] == 'l';
}

int main(void)
{
    board_counter_init();
    buttons_start();
    has_text = has_host =
        recording_open(&film); /* without a host nobody reads board_puts() either */
    has_display = !(has_host && shall_use_leds()) && oled_start();
    open_character();
    place_camera();
    if (!has_display)
        leds_start();
    if (!has_host)
        play_for_ever();
    play_round();
    board_puts("PASS showcase\n");
    return 0;
}
