/** All demo prompts and their pictures. */
import { readFile } from "node:fs/promises";
import { code } from "./prompts/code.ts";
import type { DemoPrompt } from "./prompts/demo-prompt.ts";
import { design } from "./prompts/design.ts";
import { film } from "./prompts/film.ts";
import { home } from "./prompts/home.ts";
import { illustration } from "./prompts/illustration.ts";
import { study } from "./prompts/study.ts";
import { travel } from "./prompts/travel.ts";
import { work } from "./prompts/work.ts";
import { writing } from "./prompts/writing.ts";

export type { DemoPrompt };

export const prompts: readonly DemoPrompt[] = [
  ...study,
  ...work,
  ...home,
  ...code,
  ...writing,
  ...travel,
  ...illustration,
  ...design,
  ...film,
];

/** The picture of a demo prompt, a WebP as it is served: 1,600 pixels on its longer side. */
export function readPicture({ key }: Pick<DemoPrompt, "key">): Promise<Buffer> {
  return readFile(new URL(`./pictures/${key}.webp`, import.meta.url));
}
