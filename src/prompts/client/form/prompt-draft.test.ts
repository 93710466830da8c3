import type { ResolverOptions } from "react-hook-form";
import { describe, expect, test } from "vitest";
import { messages as mediaMessages } from "#media/messages.ts";
import { inputMessages, profanityMessages } from "#prompts/input-messages.ts";
import { prepareOnce } from "./prepared-pictures.ts";
import { createDraftResolver, EMPTY_DRAFT, type PromptDraft, profaneWords } from "./prompt-draft.ts";

const draft: PromptDraft = {
  ...EMPTY_DRAFT,
  title: "  Receita de bolo ",
  content: "Escreva uma receita de bolo de [sabor].",
  llm_type_id: "6",
  image: new File(["x"], "x.png", { type: "image/png" }),
};
const options = {} as ResolverOptions<PromptDraft>;

async function check(changes: Partial<PromptDraft>, pictureNeeded = true) {
  return createDraftResolver(pictureNeeded)({ ...draft, ...changes }, undefined, options);
}

/** The fields at fault with their messages. */
async function faults(...draft: Parameters<typeof check>) {
  const { errors } = await check(...draft);
  return Object.fromEntries(Object.entries(errors).map(([field, error]) => [field, error?.message]));
}

describe("createDraftResolver", () => {
  test("gives what the API takes, and the picture that was chosen", async () => {
    expect((await check({})).values).toMatchObject({
      title: "Receita de bolo",
      content: draft.content,
      description: null,
      llm_type_id: 6,
      image_alt: null,
      image: draft.image,
    });
  });

  test("names every field at fault at once", async () => {
    expect(await faults({ title: " ab ", content: "curto", llm_type_id: "", image: null })).toEqual({
      title: inputMessages.titleTooShort,
      content: inputMessages.contentTooShort,
      llm_type_id: inputMessages.toolRequired,
      image: inputMessages.imageRequired,
    });
  });

  test("needs no picture where there is one already", async () => {
    expect(await faults({ image: null }, false)).toEqual({});
  });

  test("says why a picture cannot be sent, once its preparation has told", async () => {
    const image = new File(["um texto qualquer"], "x.png", { type: "image/png" });
    expect(await faults({ image })).toEqual({});
    await expect(prepareOnce(image)).rejects.toThrow(mediaMessages.unsupported);
    expect(await faults({ image })).toEqual({ image: mediaMessages.unsupported });
    expect(await faults({ image: draft.image })).toEqual({});
  });

  test("finds profanity in every text", async () => {
    expect(await faults({ title: "Que porra é essa", content: "you fucking idiot, hello" })).toEqual({
      title: profanityMessages.title,
      content: profanityMessages.content,
    });
    expect(await faults({ description: "uma merda", image_alt: "que caralho" })).toEqual({
      description: profanityMessages.description,
      image_alt: profanityMessages.image_alt,
    });
  });
});

test("profaneWords lists each word once, in order", async () => {
  const words = await profaneWords({ ...draft, title: "Merda", content: "que porra, merda" });
  expect(words.map((word) => word.toLowerCase())).toEqual(["merda", "porra"]);
  expect(await profaneWords(draft)).toEqual([]);
});
