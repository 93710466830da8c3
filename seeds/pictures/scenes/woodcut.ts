/** A peacock in the manner of the woodcuts on north-eastern chapbooks: black, cream and one colour. */
import { mix } from "#seeds/pictures/colour.ts";
import type { Scene, Stage } from "#seeds/pictures/scene.ts";
import {
  circle,
  curve,
  d,
  ellipse,
  group,
  mirrored,
  path,
  place,
  polar,
  polygon,
  rect,
  repeat,
  stroke,
} from "#seeds/pictures/shapes.ts";

/** One tail feather, pointing up, carved with herringbone cuts. */
function feather(length: number, wide: number, black: string, cream: string, colour: string): string {
  const eye = -length + wide * 1.5;
  return (
    path(
      d`M0 0C${-wide * 0.5} ${-length * 0.4} ${-wide} ${-length * 0.72} ${-wide} ${eye}A${wide} ${wide * 1.3} 0 0 1 ${wide} ${eye}C${wide} ${-length * 0.72} ${wide * 0.5} ${-length * 0.4} 0 0z`,
      black,
    ) +
    repeat(Math.floor(length / 24) - 4, (i) => {
      const y = -70 - i * 24;
      const reach = Math.min(wide * 0.78, (i + 3) * wide * 0.075);
      return mirrored(stroke(d`M5 ${y}L${reach} ${y - 15}`, cream, 4));
    }) +
    ellipse(0, eye - 4, wide * 0.76, wide * 0.98, cream) +
    ellipse(0, eye, wide * 0.6, wide * 0.78, colour) +
    ellipse(0, eye + 6, wide * 0.34, wide * 0.46, black) +
    circle(0, eye + 4, wide * 0.12, cream)
  );
}

function peacock(black: string, cream: string, colour: string, second: string): string {
  const fan = (count: number, spread: number, length: number, wide: number, tint: string) =>
    repeat(count, (i) =>
      group(
        feather(length, wide, black, cream, tint),
        d`rotate(${-spread + (i * 2 * spread) / (count - 1)})`,
      ),
    );
  const neck =
    "M-120 40C-150 -60 -70 -110 -50 -190C-34 -250 -52 -290 -34 -330C-16 -370 50 -376 72 -330L118 -308L70 -292C60 -230 96 -170 120 -80C136 -20 130 20 120 40C96 130 -96 130 -120 40z";
  return (
    fan(13, 82, 640, 52, colour) +
    fan(12, 74, 500, 46, second) +
    fan(9, 66, 350, 38, colour) +
    path(neck, cream, `stroke="${cream}" stroke-width="24" stroke-linejoin="round"`) +
    path(neck, black) +
    repeat(5, (r) =>
      repeat(4 - (r > 3 ? 1 : 0), (i) =>
        path(
          d`M${-70 + i * 44 - r * 3 + (r % 2) * 18} ${70 - r * 44}q17 22 34 0`,
          "none",
          `stroke="${cream}" stroke-width="6" stroke-linecap="round"`,
        ),
      ),
    ) +
    repeat(6, (i) => stroke(d`M${-26 + i * 3} ${-150 - i * 24}q22 14 48 4`, cream, 5)) +
    circle(24, -328, 17, cream) +
    circle(27, -328, 8, black) +
    path("M72 -330L118 -308L70 -292z", colour) +
    repeat(
      5,
      (i) =>
        stroke(d`M${6 + i * 6} -362L${-30 + i * 22} ${-430 + Math.abs(i - 2) * 12}`, black, 5) +
        circle(-30 + i * 22, -436 + Math.abs(i - 2) * 12, 10, colour),
    ) +
    mirrored(stroke("M34 110V186M34 186L4 204M34 186L40 210M34 186L70 202", black, 10))
  );
}

export const woodcut: Scene = {
  width: 1600,
  height: 1200,
  draw(stage: Stage) {
    const { width, height, random, palette } = stage;
    const { paper, ink, hot, glow, cool } = palette;
    const cream = mix(paper, glow, 0.16);
    const black = mix(ink, "#000000", 0.35);
    const border =
      repeat(
        42,
        (i) =>
          polygon(
            [
              [56 + i * 35.6, 34],
              [91.6 + i * 35.6, 34],
              [73.8 + i * 35.6, 64],
            ],
            black,
          ) +
          polygon(
            [
              [56 + i * 35.6, height - 34],
              [91.6 + i * 35.6, height - 34],
              [73.8 + i * 35.6, height - 64],
            ],
            black,
          ),
      ) +
      repeat(
        31,
        (i) =>
          polygon(
            [
              [34, 64 + i * 34.6],
              [34, 98.6 + i * 34.6],
              [64, 81 + i * 34.6],
            ],
            black,
          ) +
          polygon(
            [
              [width - 34, 64 + i * 34.6],
              [width - 34, 98.6 + i * 34.6],
              [width - 64, 81 + i * 34.6],
            ],
            black,
          ),
      );
    const sun =
      repeat(20, (i) =>
        polygon(
          [polar(0, 0, 92, i * 18 - 8), polar(0, 0, i % 2 ? 132 : 164, i * 18), polar(0, 0, 92, i * 18 + 8)],
          i % 2 ? black : hot,
        ),
      ) +
      circle(0, 0, 84, glow) +
      circle(0, 0, 84, "none", `stroke="${black}" stroke-width="9"`) +
      mirrored(stroke("M14 -20q18 -18 38 0", black, 7) + circle(32, -8, 7, black)) +
      stroke("M0 -16V18L-10 22M-28 42Q0 66 28 42", black, 7);
    const moon =
      path("M60 -90A96 96 0 1 0 60 90A74 74 0 1 1 60 -90z", black) +
      repeat(5, (i) => stroke(d`M-64 ${-40 + i * 20}l${22 - Math.abs(i - 2) * 5} 0`, cream, 5));
    const cactus = (size: number) => {
      const arm = (data: string, wide: number) =>
        stroke(data, black, wide) + stroke(data, cream, wide * 0.16, 'stroke-dasharray="10 14"');
      return group(
        arm("M0 -80H-76V-190", 44) +
          arm("M0 -130H76V-260", 44) +
          arm("M0 0V-330", 58) +
          circle(0, -366, 17, hot) +
          circle(-76, -220, 13, hot) +
          circle(76, -290, 13, hot),
        d`scale(${String(size)})`,
      );
    };
    const house =
      rect(-90, -104, 180, 104, black) +
      path("M-118 -100L0 -186L118 -100z", hot) +
      path(
        "M-118 -100L0 -186L118 -100z",
        "none",
        `stroke="${black}" stroke-width="9" stroke-linejoin="round"`,
      ) +
      repeat(5, (i) => stroke(d`M${-70 + i * 35} -108L${-26 + i * 13} -164`, black, 4)) +
      rect(-22, -76, 44, 76, cream) +
      rect(-70, -76, 30, 34, cream) +
      rect(40, -76, 30, 34, cream) +
      stroke("M0 -76V0", black, 4);
    const star = (x: number, y: number, size: number) =>
      polygon(
        Array.from({ length: 10 }, (_, i) => polar(x, y, i % 2 ? size * 0.42 : size, i * 36 - 90)),
        black,
      );
    const soil = Array.from(
      { length: 17 },
      (_, i) => [81 + i * 89.9, 1002 + random.between(-14, 14)] as const,
    );
    return (
      rect(0, 0, width, height, cream) +
      rect(22, 22, width - 44, height - 44, "none", `stroke="${black}" stroke-width="12"`) +
      border +
      rect(78, 78, width - 156, height - 156, "none", `stroke="${black}" stroke-width="6"`) +
      group(sun, place(300, 300)) +
      group(moon, place(1320, 290, 14)) +
      star(540, 180, 26) +
      star(1130, 160, 22) +
      star(1440, 470, 18) +
      star(160, 540, 20) +
      star(1060, 250, 13) +
      group(cactus(1.12), place(270, 1010)) +
      group(cactus(0.7), place(440, 1010)) +
      group(house, place(1290, 1008, 0, 1.15)) +
      group(cactus(0.56), place(1450, 1010)) +
      path(`${curve(soil)}V1119H81z`, black) +
      repeat(90, () => {
        const [x, y] = [random.between(90, width - 110), random.between(1030, 1108)];
        return stroke(
          d`M${x} ${y}l${random.between(14, 46)} ${random.between(-5, 5)}`,
          cream,
          random.pick([3, 4, 6]),
        );
      }) +
      group(peacock(black, cream, hot, cool), place(800, 812, 0, 1.0))
    );
  },
};
