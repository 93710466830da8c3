/** SVG shapes as strings: what the scenes are composed of. Lengths are pixels of the picture, angles degrees. */
import type { Colour } from "./colour.ts";

export type Point = readonly [x: number, y: number];

const round = (value: number) => String(Math.round(value * 10) / 10);
/** Template tag for path data: numbers are rounded to a tenth of a pixel. */
export const d = (texts: TemplateStringsArray, ...values: (number | string)[]): string =>
  texts.reduce((all, text, i) => {
    const value = values[i - 1];
    return all + (typeof value === "number" ? round(value) : value) + text;
  });

/** @param extra further attributes, such as `opacity=".5"` */
export const rect = (x: number, y: number, width: number, height: number, fill: Colour, extra = "") =>
  d`<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}" ${extra}/>`;

export const circle = (x: number, y: number, radius: number, fill: Colour, extra = "") =>
  d`<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}" ${extra}/>`;

export const ellipse = (x: number, y: number, rx: number, ry: number, fill: Colour, extra = "") =>
  d`<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}" ${extra}/>`;

export const path = (data: string, fill: Colour, extra = "") => `<path d="${data}" fill="${fill}" ${extra}/>`;

/** A line along path data, with round ends. */
export const stroke = (data: string, colour: Colour, width: number, extra = "") =>
  d`<path d="${data}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${extra}/>`;

/** The outline of a circle. */
export const ring = (x: number, y: number, radius: number, colour: Colour, width: number, extra = "") =>
  d`<circle cx="${x}" cy="${y}" r="${radius}" fill="none" stroke="${colour}" stroke-width="${width}" ${extra}/>`;

export const polygon = (points: readonly Point[], fill: Colour, extra = "") =>
  path(polyline(points, true), fill, extra);

/** Path data of straight lines. */
export const polyline = (points: readonly Point[], closed = false) =>
  points.map(([x, y], i) => d`${i ? "L" : "M"}${x} ${y}`).join("") + (closed ? "z" : "");

/** Path data of a smooth line through all points (Catmull–Rom as Bézier curves). */
export function curve(points: readonly Point[], closed = false): string {
  const count = points.length;
  const at = (i: number) =>
    points[closed ? (i + count) % count : Math.min(count - 1, Math.max(0, i))] as Point;
  let data = d`M${at(0)[0]} ${at(0)[1]}`;
  for (let i = 0; i < (closed ? count : count - 1); i++) {
    const [before, from, to, after] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    data += d`C${from[0] + (to[0] - before[0]) / 6} ${from[1] + (to[1] - before[1]) / 6} ${to[0] - (after[0] - from[0]) / 6} ${to[1] - (after[1] - from[1]) / 6} ${to[0]} ${to[1]}`;
  }
  return closed ? `${data}z` : data;
}

/** A smooth closed shape. */
export const blob = (points: readonly Point[], fill: Colour, extra = "") =>
  path(curve(points, true), fill, extra);

/** @param transform SVG transform list, for instance from {@link place} */
export const group = (content: string, transform = "", extra = "") =>
  `<g ${transform ? `transform="${transform}"` : ""} ${extra}>${content}</g>`;

export const place = (x: number, y: number, angle = 0, scale = 1, mirrored = false) =>
  d`translate(${x} ${y}) rotate(${angle}) scale(${`${mirrored ? -scale : scale} ${scale}`})`;

/** A drawing and its image in the mirror x = 0. */
export const mirrored = (content: string) => content + group(content, "scale(-1 1)");

/** Shows `content` only inside `shape`. @param id unique in the picture */
export const clipped = (id: string, shape: string, content: string) =>
  `<clipPath id="${id}">${shape}</clipPath><g clip-path="url(#${id})">${content}</g>`;

/** One string of many drawings. @param draw gets 0 to `count` − 1 */
export const repeat = (count: number, draw: (index: number) => string): string =>
  Array.from({ length: count }, (_, i) => draw(i)).join("");

/** One string of a drawing for every row of a table. */
export const scatter = <const Row>(rows: readonly Row[], draw: (row: Row, index: number) => string): string =>
  rows.map(draw).join("");

/** The point at an angle (0 is right, 90 is down) and distance. */
export const polar = (x: number, y: number, radius: number, angle: number): Point => [
  x + radius * Math.cos((angle * Math.PI) / 180),
  y + radius * Math.sin((angle * Math.PI) / 180),
];

/** Path data of a sector of a disc, or of a ring when `inner` is given. */
export function sector(x: number, y: number, radius: number, from: number, to: number, inner = 0): string {
  const [a, b] = [polar(x, y, radius, from), polar(x, y, radius, to)];
  const large = Math.abs(to - from) > 180 ? 1 : 0;
  const outside = d`M${a[0]} ${a[1]}A${radius} ${radius} 0 ${large} 1 ${b[0]} ${b[1]}`;
  if (!inner) return `${outside}${d`L${x} ${y}z`}`;
  const [e, f] = [polar(x, y, inner, to), polar(x, y, inner, from)];
  return `${outside}${d`L${e[0]} ${e[1]}A${inner} ${inner} 0 ${large} 0 ${f[0]} ${f[1]}z`}`;
}
