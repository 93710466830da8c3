/** A transit map of six lines with stations and interchanges, over a river and parks. */
import { mix, oklch } from "#seeds/pictures/colour.ts";
import type { Scene, Stage } from "#seeds/pictures/scene.ts";
import {
  circle,
  group,
  type Point,
  path,
  place,
  polyline,
  rect,
  ring,
  scatter,
  stroke,
} from "#seeds/pictures/shapes.ts";

/** Straight runs with rounded bends. @param radius of the bends */
function track(points: readonly Point[], radius: number): string {
  return points
    .map(([x, y], i) => {
      const [before, after] = [points[i - 1], points[i + 1]];
      if (!before || !after) return `${i ? "L" : "M"}${x} ${y}`;
      const toward = ([px, py]: Point): Point => {
        const reach = Math.min(radius, Math.hypot(px - x, py - y) / 2) / Math.hypot(px - x, py - y);
        return [x + (px - x) * reach, y + (py - y) * reach];
      };
      const [from, to] = [toward(before), toward(after)];
      return `L${from[0]} ${from[1]}Q${x} ${y} ${to[0]} ${to[1]}`;
    })
    .join("");
}

/** Points at even steps along a run, its ends included. */
const along = ([x1, y1]: Point, [x2, y2]: Point, count: number): Point[] =>
  Array.from({ length: count }, (_, i) => [
    x1 + ((x2 - x1) * i) / (count - 1),
    y1 + ((y2 - y1) * i) / (count - 1),
  ]);

export const metro: Scene = {
  width: 1600,
  height: 1200,
  draw(stage: Stage) {
    const { width, height, palette } = stage;
    const { paper, soft, main, deep, hot, glow, cool, ink, earth } = palette;
    const land = mix(paper, soft, 0.16);
    const water = mix(soft, main, 0.1);
    const park = mix(oklch(0.85, 0.06, 145), soft, 0.2);
    const lines: [colour: string, points: Point[], stations: Point[]][] = [
      [
        hot,
        [
          [-40, 420],
          [300, 420],
          [520, 640],
          [1000, 640],
          [1220, 420],
          [1640, 420],
        ],
        [
          ...along([80, 420], [280, 420], 3),
          [410, 530],
          ...along([620, 640], [940, 640], 4),
          [1110, 530],
          ...along([1300, 420], [1520, 420], 3),
        ],
      ],
      [
        deep,
        [
          [260, -40],
          [260, 640],
          [480, 860],
          [480, 1240],
        ],
        [
          [260, 80],
          [260, 200],
          [260, 560],
          [340, 720],
          [480, 920],
          [480, 1100],
        ],
      ],
      [
        glow,
        [
          [-40, 1000],
          [700, 1000],
          [900, 800],
          [900, 300],
          [1080, 120],
          [1640, 120],
        ],
        [
          ...along([80, 1000], [360, 1000], 3),
          [620, 1000],
          [790, 910],
          ...along([900, 740], [900, 380], 4),
          [990, 210],
          ...along([1160, 120], [1520, 120], 4),
        ],
      ],
      [
        cool,
        [
          [560, -40],
          [560, 260],
          [780, 480],
          [1180, 880],
          [1180, 1240],
        ],
        [
          [560, 60],
          [560, 180],
          [670, 370],
          [1040, 740],
          [1180, 980],
          [1180, 1110],
        ],
      ],
      [
        main,
        [
          [-40, 180],
          [720, 180],
          [960, 180],
          [1340, 560],
          [1340, 1000],
          [1640, 1000],
        ],
        [
          [120, 180],
          [400, 180],
          [720, 180],
          [840, 180],
          [1090, 310],
          [1340, 640],
          [1340, 760],
          [1340, 880],
          [1460, 1000],
          [1560, 1000],
        ],
      ],
      [
        mix(hot, paper, 0.4),
        [
          [700, 1240],
          [700, 880],
          [860, 720],
          [1240, 720],
          [1400, 720],
          [1640, 720],
        ],
        [
          [700, 1120],
          [780, 800],
          [1000, 720],
          [1240, 720],
          [1440, 720],
          [1540, 720],
        ],
      ],
    ];
    const nodes: Point[] = [
      [260, 420],
      [900, 640],
      [560, 180],
      [480, 1000],
      [260, 180],
      [700, 1000],
      [1340, 720],
    ];
    const stop = ([x, y]: Point, colour: string) => circle(x, y, 17, colour) + circle(x, y, 9, paper);
    const node = ([x, y]: Point) => circle(x, y, 36, ink) + circle(x, y, 25, paper);
    return (
      rect(0, 0, width, height, land) +
      path(
        "M-40 760C160 720 300 800 420 900C560 1010 760 1010 900 960C1060 900 1160 1010 1300 1060C1420 1100 1540 1080 1640 1060V1220C1500 1240 1360 1230 1240 1180C1100 1120 1040 1060 920 1090C740 1140 520 1130 380 1020C260 930 140 880 -40 900z",
        water,
      ) +
      path(
        "M-40 800C160 766 290 840 410 936C560 1046 760 1046 900 996",
        "none",
        `stroke="${mix(water, paper, 0.5)}" stroke-width="9" stroke-linecap="round"`,
      ) +
      path(
        "M1080 1010C1180 1060 1300 1140 1600 1130",
        "none",
        `stroke="${mix(water, paper, 0.5)}" stroke-width="9" stroke-linecap="round"`,
      ) +
      path(
        track(
          [
            [60, 500],
            [200, 500],
            [200, 660],
            [60, 660],
            [60, 500],
          ],
          60,
        ),
        park,
      ) +
      rect(640, 240, 190, 170, park, 'rx="60"') +
      rect(1400, 500, 230, 150, park, 'rx="60"') +
      rect(1010, 850, 110, 110, park, 'rx="50"') +
      rect(1240, 180, 260, 160, park, 'rx="60"') +
      rect(330, 250, 170, 110, park, 'rx="50"') +
      scatter(
        [
          [700, 300],
          [760, 350],
          [690, 360],
          [1450, 560],
          [1540, 590],
          [1320, 240],
          [1400, 290],
          [1440, 220],
          [110, 570],
          [150, 620],
          [400, 300],
        ],
        ([x, y]) => circle(x, y, 20, mix(park, cool, 0.45)) + circle(x - 5, y - 6, 11, mix(park, cool, 0.2)),
      ) +
      lines
        .map(
          ([colour, points]) => stroke(track(points, 90), land, 40) + stroke(track(points, 90), colour, 24),
        )
        .join("") +
      lines.map(([colour, , stations]) => stations.map((s) => stop(s, colour)).join("")).join("") +
      nodes.map(node).join("") +
      group(
        circle(0, 0, 78, hot) +
          ring(0, 0, 78, paper, 12) +
          stroke(
            polyline([
              [-30, 6],
              [-8, 30],
              [34, -26],
            ]),
            paper,
            18,
          ),
        place(1340, 720),
      ) +
      group(
        path("M0 0C-30 -56 -78 -84 -78 -146A78 78 0 0 1 78 -146C78 -84 30 -56 0 0z", hot) +
          path("M0 0C30 -56 78 -84 78 -146A78 78 0 0 0 0 -224z", mix(hot, ink, 0.18)) +
          circle(0, -146, 34, paper),
        place(260, 410),
      ) +
      group(
        rect(-92, -34, 184, 68, deep, 'rx="34"') +
          rect(-78, -20, 40, 30, glow, 'rx="8"') +
          rect(-26, -20, 40, 30, glow, 'rx="8"') +
          rect(26, -20, 44, 30, paper, 'rx="8"') +
          rect(-92, 16, 184, 8, hot),
        place(760, 640),
      ) +
      group(
        rect(-92, -34, 184, 68, ink, 'rx="34"') +
          rect(-78, -20, 40, 30, paper, 'rx="8"') +
          rect(-26, -20, 40, 30, paper, 'rx="8"') +
          rect(26, -20, 44, 30, glow, 'rx="8"') +
          rect(-92, 16, 184, 8, earth),
        place(900, 450, 90),
      )
    );
  },
};
