// SPDX-License-Identifier: MIT
// The keyboard, unless a control uses the key itself.

const TURN = 65536 / 24;

export function takeKeys(player, screen, look) {
  const keys = {
    " ": () => player.toggle(),
    ArrowLeft: () => player.step(-1),
    ArrowRight: () => player.step(1),
    ArrowUp: () => screen.turn(TURN),
    ArrowDown: () => screen.turn(-TURN),
    "+": () => screen.nearer(1.15),
    "=": () => screen.nearer(1.15),
    "-": () => screen.nearer(1 / 1.15),
    c: () => look(0),
    e: () => look(1),
    i: () => look(2),
  };
  for (let i = 0; i <= 9; i++) keys[i] = () => player.choose(i - 1);
  addEventListener("keydown", (event) => {
    const at = event.target;
    const own = at.matches?.("input, select, textarea, summary") ||
      (at.matches?.("button, a") && (event.key === " " || event.key === "Enter"));
    if (own || event.ctrlKey || event.metaKey || event.altKey || !keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  });
}
