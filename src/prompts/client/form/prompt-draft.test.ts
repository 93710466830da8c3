import type { ResolverOptions } from "react-hook-form";
import { describe, expect, test } from "vitest";
import { PictureError } from "#media/client/prepare-picture.ts";
import { messages, profanityMessages } from "#prompts/messages.ts";
import { createDraftResolver, EMPTY_DRAFT, type PromptDraft, profaneWords } from "./prompt-draft.ts";

const draft: PromptDraft = {
  ...EMPTY_DRAFT,
  title: "  Receita de bolo ",
  content: "Escreva uma receita de bolo de [sabor].",
  llm_type_id: "6",
  image: new File(["x"], "x.png", { type: "image/png" }),
};
const options = {} as ResolverOptions<PromptDraft>;

async function check(changes: Partial<PromptDraft>, prepare = async () => "data:image/png;base64,eA==") {
  return createDraftResolver(prepare)({ ...draft, ...changes }, undefined, options);
}

/** The fields at fault with their messages. */
async function faults(...draft: Parameters<typeof check>) {
  const { errors } = await check(...draft);
  return Object.fromEntries(Object.entries(errors).map(([field, error]) => [field, error?.message]));
}

describe("createDraftResolver", () => {
  test("gives what the API takes", async () => {
    expect((await check({})).values).toMatchObject({
      title: "Receita de bolo",
      content: draft.content,
      description: null,
      llm_type_id: 6,
      image_alt: null,
      thumbnail_url: "data:image/png;base64,eA==",
    });
  });

  test("names every field at fault at once", async () => {
    expect(await faults({ title: " ab ", content: "curto", llm_type_id: "", image: null })).toEqual({
      title: messages.titleTooShort,
      content: messages.contentTooShort,
      llm_type_id: messages.toolRequired,
      image: messages.imageRequired,
    });
  });

  test("says why a picture cannot be sent", async () => {
    const refuse = async () => {
      throw new PictureError("Grande demais");
    };
    expect(await faults({}, refuse)).toEqual({ image: "Grande demais" });
  });

  test("prepares a picture once, however often the form is checked", async () => {
    let times = 0;
    const resolve = createDraftResolver(async () => `data:,${++times}`);
    await resolve(draft, undefined, options);
    await resolve({ ...draft, title: "Outro título" }, undefined, options);
    expect(times).toBe(1);
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
