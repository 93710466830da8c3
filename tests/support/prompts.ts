/** Prompts for API tests. */
import type { NewPrompt, PromptView } from "#prompts/contract.ts";
import { deleteDue } from "#prompts/server/deletion.service.ts";
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

/** Deletes a prompt as its author does, and lets the ten minutes pass in which it could be brought back. */
export async function deleteForGood(
  site: Pick<TestApp, "call" | "ctx">,
  author: TestUser,
  id: number,
): Promise<Awaited<ReturnType<TestApp["call"]>>> {
  const answer = await site.call("DELETE", `/api/prompts/${id}`, author);
  if (answer.statusCode !== 204) throw new Error(`not deleted: ${answer.body}`);
  await site.ctx.pool.query(
    "update prompts set deleted_at = deleted_at - interval '10 minutes' where id = $1",
    [id],
  );
  await deleteDue(site.ctx);
  return answer;
}
