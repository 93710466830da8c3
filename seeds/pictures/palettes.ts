/** The palettes that every scene can be painted with: nine roles each, named for what they remind of. */
import { type Colour, oklch } from "./colour.ts";

export interface Palette {
  /** Lightest and darkest. */
  paper: Colour;
  ink: Colour;
  /** The leading hue: dark, middle, light. */
  deep: Colour;
  main: Colour;
  soft: Colour;
  /** What catches the eye, and what shines. */
  hot: Colour;
  glow: Colour;
  /** The answer to the leading hue. */
  cool: Colour;
  /** Wood, skin, sand. */
  earth: Colour;
}

export const palettes = {
  anil: {
    paper: oklch(0.972, 0.012, 90),
    ink: oklch(0.24, 0.07, 265),
    deep: oklch(0.36, 0.13, 263),
    main: oklch(0.5, 0.16, 260),
    soft: oklch(0.87, 0.05, 248),
    hot: oklch(0.67, 0.18, 38),
    glow: oklch(0.83, 0.14, 78),
    cool: oklch(0.66, 0.1, 185),
    earth: oklch(0.72, 0.08, 60),
  },
  mata: {
    paper: oklch(0.965, 0.022, 105),
    ink: oklch(0.24, 0.045, 175),
    deep: oklch(0.38, 0.08, 162),
    main: oklch(0.56, 0.125, 150),
    soft: oklch(0.88, 0.06, 128),
    hot: oklch(0.66, 0.19, 36),
    glow: oklch(0.84, 0.15, 84),
    cool: oklch(0.58, 0.11, 235),
    earth: oklch(0.67, 0.09, 58),
  },
  caju: {
    paper: oklch(0.968, 0.02, 72),
    ink: oklch(0.27, 0.07, 18),
    deep: oklch(0.45, 0.15, 18),
    main: oklch(0.65, 0.18, 30),
    soft: oklch(0.89, 0.055, 48),
    hot: oklch(0.58, 0.2, 8),
    glow: oklch(0.84, 0.14, 80),
    cool: oklch(0.56, 0.09, 172),
    earth: oklch(0.71, 0.09, 58),
  },
  sertao: {
    paper: oklch(0.952, 0.032, 82),
    ink: oklch(0.25, 0.045, 38),
    deep: oklch(0.44, 0.11, 38),
    main: oklch(0.62, 0.14, 46),
    soft: oklch(0.87, 0.07, 76),
    hot: oklch(0.56, 0.18, 28),
    glow: oklch(0.82, 0.145, 76),
    cool: oklch(0.52, 0.08, 205),
    earth: oklch(0.73, 0.08, 66),
  },
  noite: {
    paper: oklch(0.94, 0.03, 95),
    ink: oklch(0.2, 0.055, 278),
    deep: oklch(0.3, 0.095, 276),
    main: oklch(0.43, 0.125, 272),
    soft: oklch(0.64, 0.1, 266),
    hot: oklch(0.69, 0.18, 32),
    glow: oklch(0.86, 0.14, 88),
    cool: oklch(0.64, 0.1, 200),
    earth: oklch(0.57, 0.08, 42),
  },
  praia: {
    paper: oklch(0.976, 0.016, 92),
    ink: oklch(0.28, 0.06, 228),
    deep: oklch(0.46, 0.09, 218),
    main: oklch(0.68, 0.1, 206),
    soft: oklch(0.9, 0.05, 200),
    hot: oklch(0.69, 0.18, 30),
    glow: oklch(0.87, 0.13, 88),
    cool: oklch(0.58, 0.11, 160),
    earth: oklch(0.83, 0.07, 80),
  },
  ipe: {
    paper: oklch(0.97, 0.02, 95),
    ink: oklch(0.27, 0.085, 303),
    deep: oklch(0.41, 0.135, 300),
    main: oklch(0.57, 0.15, 305),
    soft: oklch(0.88, 0.06, 312),
    hot: oklch(0.67, 0.19, 15),
    glow: oklch(0.87, 0.155, 92),
    cool: oklch(0.6, 0.1, 172),
    earth: oklch(0.71, 0.08, 50),
  },
  cafe: {
    paper: oklch(0.955, 0.026, 80),
    ink: oklch(0.25, 0.035, 45),
    deep: oklch(0.38, 0.055, 45),
    main: oklch(0.55, 0.085, 50),
    soft: oklch(0.85, 0.05, 75),
    hot: oklch(0.62, 0.17, 35),
    glow: oklch(0.81, 0.135, 76),
    cool: oklch(0.55, 0.085, 200),
    earth: oklch(0.7, 0.075, 60),
  },
  goiaba: {
    paper: oklch(0.972, 0.016, 40),
    ink: oklch(0.28, 0.07, 352),
    deep: oklch(0.46, 0.15, 4),
    main: oklch(0.69, 0.16, 6),
    soft: oklch(0.91, 0.05, 8),
    hot: oklch(0.62, 0.21, 22),
    glow: oklch(0.87, 0.13, 94),
    cool: oklch(0.53, 0.105, 160),
    earth: oklch(0.76, 0.08, 48),
  },
  lagoa: {
    paper: oklch(0.97, 0.016, 100),
    ink: oklch(0.25, 0.055, 218),
    deep: oklch(0.4, 0.085, 205),
    main: oklch(0.57, 0.105, 192),
    soft: oklch(0.89, 0.05, 186),
    hot: oklch(0.67, 0.19, 38),
    glow: oklch(0.84, 0.14, 84),
    cool: oklch(0.47, 0.15, 266),
    earth: oklch(0.73, 0.08, 64),
  },
} satisfies Record<string, Palette>;

export type PaletteName = keyof typeof palettes;
