/* SPDX-License-Identifier: MIT */
#include "gltf/uri.h"

#include <ctype.h>
#include <string.h>

#include "common/files.h"

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    const char lower = (char)(c | 0x20);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

size_t uri_percent_decode(char *text, size_t length)
{
    size_t out = 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '%' && i + 2 < length && hex_digit(text[i + 1]) >= 0 &&
            hex_digit(text[i + 2]) >= 0) {
            text[out++] = (char)(hex_digit(text[i + 1]) * 16 + hex_digit(text[i + 2]));
            i += 2;
        } else {
            text[out++] = text[i];
        }
    }
    text[out] = '\0';
    return out;
}

static int base64_digit(char c)
{
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    if (c >= '0' && c <= '9')
        return c - '0' + 52;
    if (c == '+' || c == '-')
        return 62;
    return c == '/' || c == '_' ? 63 : -1;
}

size_t uri_base64_decode(uint8_t *out, const char *text, size_t length)
{
    size_t count = 0;
    uint32_t bits = 0;
    int bit_count = 0;
    bool ended = false;
    for (size_t i = 0; i < length; i++) {
        if (isspace((unsigned char)text[i]))
            continue;
        if (text[i] == '=') {
            ended = true;
            continue;
        }
        const int digit = base64_digit(text[i]);
        if (digit < 0 || ended)
            return SIZE_MAX;
        bits = bits << 6 | (uint32_t)digit;
        bit_count += 6;
        if (bit_count >= 8) {
            bit_count -= 8;
            out[count++] = (uint8_t)(bits >> bit_count);
        }
    }
    return bit_count == 6 ? SIZE_MAX : count;
}

bool uri_stays_inside(const char *path)
{
    if (path[0] == '\\' || path_is_absolute(path))
        return false;
    int depth = 0;
    while (*path != '\0') {
        const size_t part = strcspn(path, "/\\");
        if (part == 2 && path[0] == '.' && path[1] == '.')
            depth--;
        else if (part > 0 && !(part == 1 && path[0] == '.'))
            depth++;
        if (depth < 0)
            return false;
        path += part;
        path += *path != '\0';
    }
    return true;
}

bool uri_has_scheme(const char *uri)
{
    if (!isalpha((unsigned char)uri[0]))
        return false;
    size_t i = 1;
    while (isalnum((unsigned char)uri[i]) || uri[i] == '+' || uri[i] == '-' || uri[i] == '.')
        i++;
    return uri[i] == ':';
}
