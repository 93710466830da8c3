import { describe, expect, test } from "vitest";
import { messages } from "#prompts/messages.ts";
import { draftResolver, EMPTY_DRAFT, type PromptDraft, profaneWords } from "./prompt-draft.ts";

const image = new File(["x"], "x.png", { type: "image/png" });
const draft: PromptDraft = {
  ...EMPTY_DRAFT,
  title: "  Receita de bolo ",
  content: "Escreva uma receita de bolo de [sabor].",
  llm_type_id: "6",
  image,
};

/** The fields at fault with their messages. */
async function faults(changes: Partial<PromptDraft>) {
  const { errors } = await draftResolver({ ...draft, ...changes });
  return Object.fromEntries(Object.entries(errors).map(([field, error]) => [field, error?.message]));
}

describe("draftResolver", () => {
  test("gives texts as the API takes them, with the picture beside them", async () => {
    const { values } = await draftResolver(draft);
    expect(values).toEqual({
      texts: {
        title: "Receita de bolo",
        content: draft.content,
        description: "",
        llm_type_id: 6,
        image_alt: "",
      },
      image,
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

  test("finds profanity in title, text and description", async () => {
    expect(await faults({ title: "Que porra é essa", content: "you fucking idiot, hello" })).toEqual({
      title: messages.titleProfane,
      content: messages.contentProfane,
    });
    expect(await faults({ description: "uma merda" })).toEqual({ description: messages.descriptionProfane });
  });
});

test("profaneWords lists each word once, in order", async () => {
  const words = await profaneWords({ ...draft, title: "Merda", content: "que porra, merda" });
  expect(words.map((word) => word.toLowerCase())).toEqual(["merda", "porra"]);
  expect(await profaneWords(draft)).toEqual([]);
});
