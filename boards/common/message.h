/* SPDX-License-Identifier: MIT */
/* Semihosting for emulators whose machine can only show text of the image. Text is shown as it is.
 * Any other call is a message of 24 hexadecimal digits, operation and addresses of block and
 * result, which the host carries out before the next instruction. Without a host, calls fail. */
#pragma once

/* The board implements both. */
void message_text(const char *text);
void message_call(const char *digits);
