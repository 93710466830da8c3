/** Finds the prompt that a program left in the picture it made. Loaded when a picture is chosen. */
import { readPictureTexts } from "#media/client/picture-texts.ts";
import { readAutomatic1111 } from "./automatic1111.ts";
import { readComfyUi } from "./comfyui.ts";
import { type FoundPrompt, textOf } from "./found-prompt.ts";
import { asObject, readJson } from "./json.ts";
import { readDream, readInvokeAi, readInvokeAi2, readNovelAi } from "./other-programs.ts";

/** A text below the minimum of a prompt is not taken for one. */
const MIN_FOUND_LENGTH = 10;

/** @returns the text for the form; undefined where there is none, whatever the file is */
export async function findPrompt(file: Blob): Promise<string | undefined> {
  const found = promptIn(await readPictureTexts(file));
  const text = found?.prompt.trim() ? textOf(found) : "";
  return text.length >= MIN_FOUND_LENGTH ? text : undefined;
}

/** By the marks of each program, the surest first. */
export function promptIn(texts: ReadonlyMap<string, string>): FoundPrompt | undefined {
  const comment = texts.get("UserComment");
  const inComment = asObject(readJson(comment));
  return (
    readInvokeAi(texts.get("invokeai_metadata")) ??
    readInvokeAi2(texts.get("sd-metadata")) ??
    readDream(texts.get("Dream")) ??
    readAutomatic1111(plain(texts.get("parameters")), true) ??
    readComfyUi(readJson(texts.get("prompt")), readJson(texts.get("workflow"))) ??
    readNovelAi(texts.get("Comment")) ??
    // In WebP and JPEG, where there are no chunks to name.
    readComfyUi(inTag(texts, "prompt"), inTag(texts, "workflow")) ??
    readComfyUi(inComment?.prompt ?? inComment, inComment?.workflow) ??
    readNovelAi(comment) ??
    readAutomatic1111(plain(comment), false)
  );
}

/** Programs that share Automatic1111's keyword may put JSON of their own under it. */
function plain(text: string | undefined): string | undefined {
  return text?.trimStart().startsWith("{") ? undefined : text;
}

/** ComfyUI puts `prompt:{…}` and `workflow:{…}` into tags meant for a camera's name. */
function inTag(texts: ReadonlyMap<string, string>, name: "prompt" | "workflow"): unknown {
  for (const tag of ["Make", "Model", "ImageDescription"]) {
    const text = texts.get(tag);
    if (text?.toLowerCase().startsWith(`${name}:`))
      return readJson(text.slice(name.length + 1).replaceAll("\0", ""));
  }
  return undefined;
}
