/* SPDX-License-Identifier: MIT */
/* The counter of the STM32: TIM2, 32 bits wide. */
#include "board.h"
#include "image.h"

#define RCC_APB1ENR (*(volatile uint32_t *)0x40023840u)
#define TIM2_CR1 (*(volatile uint32_t *)0x40000000u)
#define TIM2_EGR (*(volatile uint32_t *)0x40000014u)
#define TIM2_CNT (*(volatile uint32_t *)0x40000024u)
#define TIM2_PSC (*(volatile uint32_t *)0x40000028u)
#define TIM2_ARR (*(volatile uint32_t *)0x4000002cu)

void board_counter_start(void)
{
    RCC_APB1ENR |= 1u; /* clock the timer */
    (void)RCC_APB1ENR; /* and wait for that: a write that comes sooner may be lost */
    TIM2_PSC = 0;
    TIM2_ARR = 0xffffffffu;
    TIM2_EGR = 1; /* load the prescaler */
    TIM2_CR1 = 1;
}

uint32_t board_counter(void)
{
    return TIM2_CNT;
}
