/** Prompts for API tests. */
import type { NewPrompt, PromptView } from "#prompts/contract.ts";
import type { TestApp } from "./app.ts";
import { pictureDataUrl } from "./pictures.ts";
import type { TestUser } from "./users.ts";

/** Publishes a prompt, by default for ChatGPT and with a single-coloured picture. @returns it as the API shows it */
export async function publishPrompt(
  site: TestApp,
  author: TestUser,
  fields: Partial<NewPrompt> = {},
): Promise<PromptView> {
  const answer = await site.call("POST", "/api/prompts", author, {
    title: "Um prompt",
    content: "Escreva um poema sobre o mar.",
    llm_type_id: 1,
    ...fields,
    thumbnail_url: fields.thumbnail_url ?? (await pictureDataUrl()),
  });
  if (answer.statusCode !== 201) throw new Error(`not published: ${answer.body}`);
  return answer.json();
}
