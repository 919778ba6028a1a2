/* SPDX-License-Identifier: MIT */
/* LVGL for tests/sdk: only what a widget needs, as from its menu, where all else is off. */
#ifndef LV_CONF_H
#define LV_CONF_H
#define LV_KCONFIG_PRESENT

#define LV_COLOR_DEPTH 16
#define LV_USE_OS LV_OS_NONE
#define LV_MEM_SIZE (1024 * 1024)
#define LV_USE_CHECK_ARG 1
#define LV_USE_SDL 1
#define LV_FONT_MONTSERRAT_14 1
#define LV_USE_DRAW_SW 1
#define LV_DRAW_SW_SUPPORT_RGB565 1
#define LV_DRAW_SW_SUPPORT_RGB565_SWAPPED 1
#define LV_DRAW_SW_SUPPORT_RGB888 1
#define LV_DRAW_SW_SUPPORT_XRGB8888 1
#define LV_DRAW_SW_SUPPORT_ARGB8888 1

#endif
