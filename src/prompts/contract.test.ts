/** Limits of the prompts' calls and answers, to the last character and number. */
import { describe, expect, test } from "vitest";
import { samplePrompt } from "#app/dev/samples.ts";
import { listQuery } from "#library/contract.ts";
import { MAX_IMAGE_BYTES } from "#media/contract.ts";
import { refusals } from "#tests/support/refusals.ts";
import {
  newPrompt,
  pageQuery,
  promptChanges,
  promptList,
  promptParams,
  publicationHeaders,
  UPLOAD_BODY_LIMIT,
  userParams,
} from "./contract.ts";
import { inputMessages } from "./input-messages.ts";

const prompt = {
  title: "Um retrato",
  content: "Um retrato em aquarela.",
  description: "Com luz da manhã",
  llm_type_id: 3,
  image_alt: "Uma mulher à janela",
  thumbnail_url: "data:image/png;base64,eA==",
};

describe("a new prompt", () => {
  test("is taken tidied; optional texts may be null or missing", () => {
    const tidied = newPrompt.parse({ ...prompt, title: "  Um retrato ", description: " a " });
    expect(tidied).toMatchObject({ ...prompt, description: "a" });
    const { description, image_alt, ...rest } = prompt;
    for (const missing of ["description", "image_alt"])
      expect(newPrompt.parse(rest)).not.toHaveProperty(missing);
    const without = { ...rest, description: null, image_alt: null };
    expect(newPrompt.parse(without)).toMatchObject(without);
  });

  test("lacks what must be there, field by field", () => {
    expect(refusals(newPrompt, {})).toEqual({
      title: inputMessages.titleTooShort,
      content: inputMessages.contentTooShort,
      llm_type_id: inputMessages.toolRequired,
      thumbnail_url: inputMessages.imageRequired,
    });
    expect(refusals(newPrompt, { ...prompt, thumbnail_url: "" })).toEqual({
      thumbnail_url: inputMessages.imageRequired,
    });
  });

  // Zero-width spaces and spaces around a text cannot be seen.
  const hidden = "\u200b \u200b";
  test.each([
    ["title", "abc", "ab", inputMessages.titleTooShort],
    ["title", `${hidden}abc${hidden}`, `${hidden}ab${hidden}`, inputMessages.titleTooShort],
    ["title", "a".repeat(120), "a".repeat(121), inputMessages.titleTooLong],
    ["content", "a".repeat(10), "a".repeat(9), inputMessages.contentTooShort],
    ["content", "a".repeat(20_000), "a".repeat(20_001), inputMessages.contentTooLong],
    ["description", "a".repeat(1000), "a".repeat(1001), inputMessages.descriptionTooLong],
    ["image_alt", "a".repeat(300), "a".repeat(301), inputMessages.altTooLong],
    ["llm_type_id", 1, 0, inputMessages.toolRequired],
    ["llm_type_id", 14, 15, inputMessages.toolRequired],
    ["llm_type_id", 2, 2.5, inputMessages.toolRequired],
  ])("has a limit in its %s (%#)", (field, last, beyond, message) => {
    expect(refusals(newPrompt, { ...prompt, [field]: last })).toEqual({});
    expect(refusals(newPrompt, { ...prompt, [field]: beyond })).toEqual({ [field]: message });
  });

  test.each(["title", "content", "description", "image_alt"])("piles no marks up in its %s", (field) => {
    const piled = { ...prompt, [field]: `Um retrato${"\u0301".repeat(11)}` };
    expect(Object.keys(refusals(newPrompt, piled))).toEqual([field]);
  });

  test("has room for the largest picture beside the longest texts", () => {
    const base64 = Math.ceil(MAX_IMAGE_BYTES / 3) * 4;
    const longest = JSON.stringify({
      ...prompt,
      content: "🙂".repeat(20_000),
      description: "🙂".repeat(1000),
    });
    expect(UPLOAD_BODY_LIMIT).toBeGreaterThan(base64 + 2 * Buffer.byteLength(longest));
    expect(UPLOAD_BODY_LIMIT).toBeLessThan(base64 + 2 ** 20);
    const upload = (length: number) => ({ ...prompt, thumbnail_url: "a".repeat(length) });
    expect(refusals(newPrompt, upload(UPLOAD_BODY_LIMIT))).toEqual({});
    expect(Object.keys(refusals(newPrompt, upload(UPLOAD_BODY_LIMIT + 1)))).toEqual(["thumbnail_url"]);
  });
});

test("a change names what it changes, by the rules of a new prompt", () => {
  expect(promptChanges.parse({})).toEqual({});
  expect(promptChanges.parse({ title: " Outro " })).toEqual({ title: "Outro" });
  expect(refusals(promptChanges, { title: "x" })).toEqual({ title: inputMessages.titleTooShort });
});

describe("the questions of a list", () => {
  test("have answers when nothing is said", () => {
    expect(listQuery.parse({})).toEqual({ page: 1, limit: 20 });
    expect(pageQuery.parse({})).toEqual({ page: 1, limit: 20 });
  });

  test("are read from an address", () => {
    const said = { page: "1000000", limit: "100", orderBy: "views", llmTypeId: "14", search: "mar" };
    expect(listQuery.parse(said)).toEqual({ ...said, page: 1_000_000, limit: 100, llmTypeId: 14 });
    const all = { llmTypeId: "all", orderBy: "newest", page: "1", limit: "1" };
    expect(listQuery.parse(all)).toEqual({ ...all, page: 1, limit: 1 });
    expect(refusals(listQuery, { llmTypeId: "1", search: "a".repeat(200) })).toEqual({});
  });

  test.each([
    ["page", ["0", "1000001", "1.5", "x"], "A página deve ser um número inteiro de 1 a 1.000.000"],
    ["limit", ["0", "101", "1.5", "x"], inputMessages.limitInvalid],
    ["orderBy", ["likes", ""], inputMessages.orderInvalid],
    ["llmTypeId", ["0", "15", "1.5", "x"], inputMessages.toolUnknown],
    ["search", ["a".repeat(201)], inputMessages.searchTooLong],
    ["search", [["mar", "sol"]], inputMessages.searchRepeated],
  ])("has a %s, but not %j", (field, values, message) => {
    for (const value of values) expect(refusals(listQuery, { [field]: value })).toEqual({ [field]: message });
  });
});

test("the name of a publication has 16 to 64 letters, digits, hyphens or underscores", () => {
  const named = (name: unknown) => refusals(publicationHeaders, { "idempotency-key": name, host: "x" });
  for (const name of [undefined, "a-b_C-4".repeat(3), "a".repeat(16), "a".repeat(64)])
    expect(named(name)).toEqual({});
  for (const name of [
    "a".repeat(15),
    "a".repeat(65),
    `${"a".repeat(16)} `,
    `.${"a".repeat(16)}`,
    "é".repeat(16),
  ])
    expect(named(name)).toEqual({ "idempotency-key": inputMessages.publicationKeyInvalid });
});

test("what stands in an address in place of an id is a text", () => {
  for (const params of [promptParams, userParams]) {
    expect(params.parse({ id: "17" })).toEqual({ id: "17" });
    expect(Object.keys(refusals(params, {}))).toEqual(["id"]);
  }
});

test("a list answers all that pages show of a prompt, and nothing else", () => {
  const pagination = { page: 1, limit: 20, pages: 1, total: 1, more: false };
  const response = { data: [samplePrompt], pagination };
  const secret = {
    ...response,
    data: response.data.map((shown) => ({ ...shown, email: "ana@exemplo.com.br" })),
  };
  expect(promptList.parse(secret)).toEqual(response);
  const broken = { ...response, data: [{ ...response.data[0], id: 0 }] };
  expect(Object.keys(refusals(promptList, broken))).toEqual(["data.0.id"]);
});
