/** Every pair of colours that meet as text and ground, or as an edge that must be seen, in both themes (WCAG 2.2 AA). */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const css = readFileSync(new URL("tokens.css", import.meta.url), "utf8");

function block(selector: string): Record<string, string> {
  const body = new RegExp(`^ *${selector} \\{([^}]*)`, "m").exec(css)?.[1] ?? "";
  return Object.fromEntries([...body.matchAll(/--([\w-]+): (.+);/g)].map(([, name, value]) => [name, value]));
}

const light = block(":root");
const dark = { ...light, ...block("\\.dark") };

/** Relative luminance of an OKLCH colour inside sRGB (CSS Color 4 matrices, WCAG 2.2 definition). */
function luminance(lightness: number, chroma: number, hue: number): number {
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)];
  const [l, m, s] = [
    (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3,
    (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3,
    (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3,
  ];
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((channel) => Math.min(1, Math.max(0, channel)));
  return 0.2126 * (linear[0] ?? 0) + 0.7152 * (linear[1] ?? 0) + 0.0722 * (linear[2] ?? 0);
}

function contrast(first: number, second: number): number {
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

function token(theme: Record<string, string>, name: string): number {
  const [, l, c, h] = /^oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)$/.exec(theme[name] ?? "") ?? [];
  if (!l) throw new Error(`--${name} is not an opaque oklch colour`);
  return luminance(Number(l), Number(c), Number(h));
}

/** Text colours, by the grounds on which they stand. */
const text = {
  ink: ["ground", "card", "sunken", "primary-soft", "danger-soft", "tile-soft"],
  muted: ["ground", "card", "sunken", "primary-soft"],
  primary: ["ground", "card", "primary-soft"],
  "on-primary": ["primary", "primary-strong"],
  "on-banner": ["banner"],
  "on-accent": ["accent", "accent-strong"],
  like: ["card", "ground", "like-soft"],
  success: ["card"],
  danger: ["ground", "card", "danger-soft"],
  "on-danger": ["danger", "danger-strong"],
  ground: ["ink"],
};
const edges = { edge: ["ground", "card"], focus: ["ground", "card"], "tile-main": ["tile-ground"] };

const pairs = (table: Record<string, string[]>) =>
  Object.entries(table).flatMap(([front, grounds]) => grounds.map((ground) => [front, ground] as const));

describe.each([
  ["light", light],
  ["dark", dark],
] as const)("the %s theme", (_, theme) => {
  test.each(pairs(text))("text in %s on %s reaches 4.5", (ink, ground) => {
    expect(contrast(token(theme, ink), token(theme, ground))).toBeGreaterThanOrEqual(4.5);
  });

  test.each(pairs(edges))("%s on %s reaches 3", (edge, ground) => {
    expect(contrast(token(theme, edge), token(theme, ground))).toBeGreaterThanOrEqual(3);
  });

  test("badges of every hue, and grey, reach 6.3", () => {
    const value = (name: string) => Number(theme[name]);
    const [, first, step] = /--hue: calc\((\d+) \+ (\d+) \*/.exec(css) ?? [];
    for (let badge = 0; badge < 14; badge++) {
      const hue = Number(first) + badge * Number(step);
      for (const chroma of [0.02, 0.07]) {
        const ink = luminance(value("badge-ink-light"), chroma, hue);
        const ground = luminance(value("badge-light"), value("badge-chroma"), hue);
        expect(contrast(ink, ground), `hue ${hue}`).toBeGreaterThanOrEqual(6.3);
      }
    }
  });
});
