/* SPDX-License-Identifier: MIT */
/* The port for 32-bit RISC-V with multiplication: ESP32-C3 and C6, the Hazard3 of an RP2350. */
#define PELT_PORT_NAME "rv32"

#define PELT_SKIN_Q16 PELT_IN_RV32
#define PELT_POSITIONS_Q16 PELT_IN_RV32
#define PELT_NORMALISE_Q16 PELT_IN_RV32
#define PELT_STAGES_Q16 PELT_IN_RV32
#if defined(__riscv_flen) && __riscv_flen >= 32
#define PELT_SKIN_F32 PELT_IN_RV32
#define PELT_NORMALISE_F32 PELT_IN_RV32
#define PELT_STAGES_F32 PELT_IN_RV32
#endif
