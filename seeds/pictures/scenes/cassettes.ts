/** Cassettes laid side by side, every label painted differently. */
import { lift, mix } from "#seeds/pictures/colour.ts";
import type { Scene, Stage } from "#seeds/pictures/scene.ts";
import {
  circle,
  clipped,
  d,
  group,
  path,
  place,
  polar,
  polygon,
  rect,
  repeat,
  sector,
  stroke,
} from "#seeds/pictures/shapes.ts";

const [across, tall] = [500, 316];

/** What a label shows, on a field of 420 by 196. */
function label(kind: number, colours: readonly string[]): string {
  const [a, b, c, e] = colours as [string, string, string, string];
  const field = rect(-210, -98, 420, 196, a);
  const motifs = [
    () => repeat(5, (i) => rect(-210, -80 + i * 40, 420, 22, [b, c, e, b, c][i] as string)),
    () => circle(0, 40, 150, b) + circle(0, 40, 112, c) + circle(0, 40, 74, e) + rect(-210, 60, 420, 40, a),
    () =>
      repeat(7, (i) => path(sector(-180 + i * 60, 98, 60, 180, 270), [b, c, e][i % 3] as string)) +
      repeat(7, (i) => path(sector(-180 + i * 60, 0, 60, 180, 270), [c, e, b][i % 3] as string)),
    () =>
      repeat(8, (i) =>
        polygon(
          [
            [-250 + i * 70, 98],
            [-215 + i * 70, 98],
            [-95 + i * 70, -98],
            [-130 + i * 70, -98],
          ],
          [b, c, e][i % 3] as string,
        ),
      ),
    () =>
      repeat(4, (i) =>
        path(d`M-210 ${-40 + i * 42}q52 -60 105 0t105 0t105 0t105 0V98H-210z`, [b, c, e, a][i] as string),
      ),
    () =>
      circle(-120, 0, 74, b) +
      path(sector(0, 98, 110, 180, 360), c) +
      path("M70 98L140 -70L210 98z", e) +
      circle(60, -50, 26, e),
  ];
  return field + (motifs[kind % motifs.length] as () => string)();
}

function cassette(
  id: string,
  kind: number,
  shell: string,
  colours: readonly string[],
  { palette, random }: Stage,
): string {
  const { ink, paper } = palette;
  const [x, y] = [-across / 2, -tall / 2];
  const wound = random.between(34, 58);
  const reel = (rx: number, tape: number) =>
    circle(rx, 8, tape, mix(ink, shell, 0.12)) +
    circle(rx, 8, 28, paper) +
    circle(rx, 8, 18, mix(ink, shell, 0.2)) +
    repeat(6, (i) =>
      stroke(
        d`M${polar(rx, 8, 26, i * 60 + wound)[0]} ${polar(rx, 8, 26, i * 60 + wound)[1]}L${polar(rx, 8, 19, i * 60 + wound)[0]} ${polar(rx, 8, 19, i * 60 + wound)[1]}`,
        paper,
        6,
      ),
    );
  const screw = (sx: number, sy: number) =>
    circle(sx, sy, 9, mix(shell, ink, 0.35)) + stroke(d`M${sx - 5} ${sy - 3}l10 6`, shell, 3);
  return (
    rect(x + 14, y + 20, across, tall, ink, 'rx="24" opacity=".28"') +
    rect(x, y, across, tall, lift(shell, -0.06), 'rx="22"') +
    rect(x, y, across, tall - 8, shell, 'rx="22"') +
    group(clipped(id, rect(-210, -98, 420, 196, ink, 'rx="14"'), label(kind, colours)), "translate(0 -32)") +
    rect(-150, -118, 300, 38, paper, 'rx="6"') +
    stroke("M-132 -99h190M-132 -90h120", mix(paper, ink, 0.3), 3) +
    rect(-152, -40, 304, 96, mix(shell, ink, 0.25), 'rx="48"') +
    clipped(
      `${id}-window`,
      rect(-140, -32, 280, 80, ink, 'rx="40"'),
      rect(-140, -32, 280, 80, mix(ink, shell, 0.35)) + reel(-92, wound + 10) + reel(92, 92 - wound + 10),
    ) +
    polygon(
      [
        [-150, tall / 2 - 6],
        [-128, tall / 2 - 58],
        [128, tall / 2 - 58],
        [150, tall / 2 - 6],
      ],
      lift(shell, 0.045),
    ) +
    [-84, 84].map((hx) => circle(hx, tall / 2 - 28, 13, mix(shell, ink, 0.5))).join("") +
    rect(-30, tall / 2 - 40, 60, 22, mix(shell, ink, 0.4), 'rx="5"') +
    screw(x + 26, y + 24) +
    screw(-x - 26, y + 24) +
    screw(x + 26, -y - 28) +
    screw(-x - 26, -y - 28)
  );
}

export const cassettes: Scene = {
  width: 1600,
  height: 1200,
  draw(stage) {
    const { width, height, random, palette } = stage;
    const { hot, glow, paper, deep, main, soft, cool, ink, earth } = palette;
    const shells = random.shuffled([
      hot,
      glow,
      deep,
      main,
      paper,
      cool,
      mix(hot, glow, 0.5),
      mix(soft, paper, 0.2),
      ink,
      mix(earth, paper, 0.35),
      mix(main, soft, 0.5),
      lift(hot, -0.1),
      glow,
      deep,
      cool,
      paper,
    ]);
    const sets = [
      [paper, hot, glow, deep],
      [deep, glow, hot, paper],
      [soft, main, hot, glow],
      [glow, deep, hot, cool],
      [cool, paper, glow, deep],
      [hot, paper, deep, glow],
    ];
    const grid = repeat(16, (i) => {
      const [column, row] = [i % 4, Math.floor(i / 4)];
      return group(
        cassette(
          `tape${i}`,
          i * 5 + row,
          shells[i] as string,
          sets[(i + row) % sets.length] as string[],
          stage,
        ),
        place(-640 + column * 536 + (row % 2 ? 150 : -60), -540 + row * 356, random.between(-1.2, 1.2)),
      );
    });
    return (
      rect(0, 0, width, height, mix(soft, main, 0.12)) +
      group(grid, place(width / 2 - 70, height / 2, -11, 0.98))
    );
  },
};
