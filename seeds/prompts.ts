/** All demo prompts, by theme. */
import type { DemoPrompt } from "./demo-prompt.ts";
import { codeAndDataPrompts } from "./prompts/code-and-data.ts";
import { dailyLifePrompts } from "./prompts/daily-life.ts";
import { imagePrompts } from "./prompts/image.ts";
import { studyPrompts } from "./prompts/study.ts";
import { videoAndSetPrompts } from "./prompts/video-and-sets.ts";
import { workPrompts } from "./prompts/work.ts";

export const prompts: readonly DemoPrompt[] = [
  ...workPrompts,
  ...studyPrompts,
  ...dailyLifePrompts,
  ...codeAndDataPrompts,
  ...imagePrompts,
  ...videoAndSetPrompts,
];
