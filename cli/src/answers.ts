/** Checks the site's answers before anything of them is shown: another site may send anything in place of a number. */
import * as z from "zod/mini";
import { type Client, PromptecaError } from "../../client/client.ts";
import { TEXT_FIELDS } from "../../src/prompts/fields.ts";

const nullableText = z.nullable(z.string());
const user = z.looseObject({ username: z.string() });
const tool = z.looseObject({ id: z.int(), name: z.string() });
const text = { title: z.string(), llm_type: tool, user };
const counts = { likes_count: z.int(), answered_count: z.int(), worked_count: z.int() };

const promptList = z.looseObject({
  data: z.array(z.looseObject({ id: z.int(), ...text, ...counts })),
  pagination: z.looseObject({
    page: z.int(),
    pages: z.int(),
    total: z.int(),
    more: z.optional(z.boolean()),
  }),
  corrected: z.optional(z.string()),
  similar: z.optional(z.array(z.string())),
});
const texts = Object.fromEntries(TEXT_FIELDS.map((field) => [field, nullableText]));
const whole = { ...texts, ...text, content: z.string() };
const prompt = z.looseObject({ id: z.int(), ...whole, ...counts, views: z.int(), tags: z.array(z.string()) });
const version = z.looseObject({ ...whole, number: z.int(), newest: z.int() });
const published = z.looseObject({ id: z.int(), in_review: z.optional(z.literal(true)) });

const preview = z.looseObject({
  total: z.int(),
  ignored: z.array(z.string()),
  prompts: z.array(
    z.looseObject({
      place: z.int(),
      file: nullableText,
      line: z.int(),
      title: z.string(),
      tool: nullableText,
      tags: z.array(z.string()),
      author: nullableText,
      state: z.string(),
      reasons: z.array(z.looseObject({ message: z.string() })),
      alike: z.nullable(z.array(z.unknown())),
    }),
  ),
  allowed: z.int(),
  allowed_why: nullableText,
});
const imported = z.looseObject({ prompts: z.array(z.looseObject({ id: z.int(), in_review: z.boolean() })) });

/** A call whose answer has the fields that are shown, each of its type. @throws PromptecaError for any other */
function checked<Given extends unknown[], Answer>(
  call: (...given: Given) => Promise<Answer>,
  schema: z.ZodMiniType,
): (...given: Given) => Promise<Answer> {
  return async (...given) => {
    const answer = await call(...given);
    if (schema.safeParse(answer).success) return answer;
    throw new PromptecaError(0, "unexpected_answer", "Not as the API answers");
  };
}

/** The calls of the command line. */
export const checkedClient = (client: Client) => ({
  searchPrompts: checked(client.searchPrompts, promptList),
  listFavorites: checked(client.listFavorites, promptList),
  getPrompt: checked(client.getPrompt, prompt),
  getVersion: checked(client.getVersion, version),
  publishPrompt: checked(client.publishPrompt, published),
  previewImport: checked(client.previewImport, preview),
  importPrompts: checked(client.importPrompts, imported),
});
export type CheckedClient = ReturnType<typeof checkedClient>;
