/** Plants that several scenes share. Each grows upwards from its own origin; place it with a group. */
import { type Colour, lift } from "./colour.ts";
import { circle, curve, d, group, type Point, path, place, polygon, repeat, stroke } from "./shapes.ts";

/** A pointed leaf with its right half in shade. */
export function leaf(length: number, width: number, colour: Colour, shade = lift(colour, -0.06)): string {
  const half = (side: number) =>
    d`M0 0C${side * width} ${-length * 0.25} ${side * width * 0.8} ${-length * 0.72} 0 ${-length}z`;
  return path(half(-1), colour) + path(half(1), shade);
}

/** A long banana leaf with ribs and a torn edge. */
export function bananaLeaf(length: number, width: number, colour: Colour, rib: Colour): string {
  const edge = (side: number): Point[] =>
    Array.from({ length: 15 }, (_, i) => {
      const t = i / 14;
      const reach = Math.sin(Math.PI * t ** 0.75) * width * (i % 5 === 3 ? 0.55 : 1);
      return [side * reach, -length * t] as const;
    });
  const ribs = repeat(9, (i) => {
    const t = 0.12 + i * 0.09;
    const reach = Math.sin(Math.PI * t ** 0.75) * width * 0.72;
    return [-1, 1]
      .map((side) =>
        stroke(
          d`M0 ${-length * t}L${side * reach} ${-length * (t + 0.07)}`,
          rib,
          length / 190,
          'opacity=".7"',
        ),
      )
      .join("");
  });
  return (
    polygon(edge(-1), colour) +
    polygon(edge(1), lift(colour, -0.05)) +
    ribs +
    stroke(d`M0 ${length * 0.12}L0 ${-length * 0.96}`, rib, length / 70)
  );
}

/** A heart-shaped leaf cut between its ribs. */
export function monstera(size: number, colour: Colour, rib: Colour): string {
  const cuts = [0.2, 0.38, 0.56, 0.74];
  const side = (sign: number, fill: Colour) => {
    const outline = (t: number): Point => {
      const angle = Math.PI * (0.98 - t * 0.98);
      const reach = size * (0.34 + 0.2 * Math.sin(angle)) * (1 - 0.12 * t);
      return [
        sign * Math.sin(angle) * reach * 1.5,
        -size * 0.42 + Math.cos(angle) * -size * 0.58 * (t < 0.5 ? 0.86 : 1),
      ];
    };
    const points: string[] = [d`M0 ${-size * 0.08}`];
    let from = 0.03;
    for (const cut of [...cuts, 1]) {
      for (let t = from; t < cut - 0.025; t += 0.02) points.push(d`L${outline(t)[0]} ${outline(t)[1]}`);
      if (cut === 1) break;
      const [x, y] = outline(cut);
      points.push(d`Q${x * 0.5} ${y * 0.96} ${x * 0.32} ${y * 0.9 - size * 0.02}`);
      points.push(d`Q${x * 0.55} ${y - size * 0.03} ${outline(cut + 0.03)[0]} ${outline(cut + 0.03)[1]}`);
      from = cut + 0.03;
    }
    return path(`${points.join("")}${d`L0 ${-size}z`}`, fill);
  };
  return (
    side(-1, colour) +
    side(1, lift(colour, -0.055)) +
    stroke(d`M0 ${size * 0.2}L0 ${-size * 0.92}`, rib, size / 60)
  );
}

/** A feathered palm frond, bending over to the right. @param droop 0 (straight) to 1 */
export function frond(length: number, droop: number, colour: Colour): string {
  const spine = (t: number): Point => [length * t, -length * (0.42 * t - (0.35 + droop * 0.75) * t * t)];
  const leaflets = repeat(22, (i) => {
    const t = 0.1 + (i / 22) * 0.9;
    const [x, y] = spine(t);
    const reach = length * 0.26 * Math.sin(Math.PI * (0.2 + t * 0.72));
    const [nx, ny] = spine(Math.min(1, t + 0.055));
    const tip = (side: number): Point => [
      x + reach * 0.72,
      y + side * reach * (side > 0 ? 0.95 : 0.62) + reach * 0.2 * droop,
    ];
    return polygon([[x, y], tip(1), [nx, ny]], colour) + polygon([[x, y], tip(-1), [nx, ny]], colour);
  });
  const line = Array.from({ length: 12 }, (_, i) => spine(i / 11));
  return leaflets + stroke(curve(line), colour, length / 45);
}

export interface PalmColours {
  trunk: Colour;
  back: Colour;
  front: Colour;
  fruit?: Colour;
}

/** A coconut palm whose crown ends at (lean, −height). */
export function palm(height: number, lean: number, { trunk, back, front, fruit }: PalmColours): string {
  const crown = height * 0.42;
  const thick = height * 0.022;
  const body =
    d`M${-thick * 1.7} 0C${-thick} ${-height * 0.35} ${lean * 0.4 - thick} ${-height * 0.7} ${lean - thick * 0.7} ${-height}` +
    d`L${lean + thick * 0.7} ${-height}C${lean * 0.5 + thick} ${-height * 0.68} ${thick} ${-height * 0.35} ${thick * 1.7} 0z`;
  const fronds = (
    list: readonly [angle: number, droop: number, mirrored: boolean, scale: number][],
    colour: Colour,
  ) =>
    list
      .map(([angle, droop, mirrored, scale]) =>
        group(frond(crown, droop, colour), place(lean, -height, angle, scale, mirrored)),
      )
      .join("");
  return (
    fronds(
      [
        [-48, 0.35, false, 0.85],
        [48, 0.35, true, 0.85],
        [12, 0.75, false, 0.92],
        [-12, 0.75, true, 0.92],
      ],
      back,
    ) +
    path(body, trunk) +
    (fruit
      ? circle(lean - thick * 1.3, -height + thick * 1.8, thick * 1.5, fruit) +
        circle(lean + thick * 1.3, -height + thick * 2.1, thick * 1.5, lift(fruit, -0.06))
      : "") +
    fronds(
      [
        [-22, 0.5, false, 1],
        [24, 0.55, true, 0.96],
        [-74, 0.3, false, 0.72],
        [34, 0.55, false, 0.86],
        [-32, 0.6, true, 0.84],
      ],
      front,
    )
  );
}

/** A mandacaru cactus with candelabra arms and pale ridges. */
export function mandacaru(height: number, colour: Colour, ridge: Colour): string {
  const thick = height * 0.12;
  const arm = (data: string, width: number) =>
    stroke(data, colour, width) +
    stroke(data, lift(colour, -0.07), width * 0.3) +
    stroke(
      data,
      ridge,
      width * 0.06,
      `stroke-dasharray="${Math.round(width * 0.1)} ${Math.round(width * 0.3)}"`,
    );
  const bough = (side: number, from: number, out: number, to: number) =>
    arm(
      d`M0 ${-height * from}C${side * height * out} ${-height * from} ${side * height * out} ${-height * (from + 0.02)} ${side * height * out} ${-height * to}`,
      thick * 0.8,
    );
  return (
    bough(-1, 0.3, 0.26, 0.72) +
    bough(1, 0.38, 0.24, 0.84) +
    arm(d`M0 0L0 ${-height}`, thick) +
    bough(1, 0.2, 0.42, 0.5)
  );
}

/** A clay pot whose rim is centred on the origin, its plant to be drawn before it. */
export function pot(width: number, height: number, colour: Colour): string {
  const rim = height * 0.24;
  const dark = lift(colour, -0.07);
  return (
    polygon(
      [
        [-width * 0.42, 0],
        [width * 0.42, 0],
        [width * 0.3, height],
        [-width * 0.3, height],
      ],
      colour,
    ) +
    polygon(
      [
        [width * 0.08, 0],
        [width * 0.42, 0],
        [width * 0.3, height],
        [width * 0.06, height],
      ],
      dark,
    ) +
    polygon(
      [
        [-width / 2, -rim / 2],
        [width / 2, -rim / 2],
        [width / 2, rim / 2],
        [-width / 2, rim / 2],
      ],
      lift(colour, 0.03),
    ) +
    polygon(
      [
        [width * 0.1, -rim / 2],
        [width / 2, -rim / 2],
        [width / 2, rim / 2],
        [width * 0.1, rim / 2],
      ],
      dark,
    )
  );
}
