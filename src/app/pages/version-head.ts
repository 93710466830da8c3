/** Heads of the pages of versions: search engines are led to the prompt. */
import type { PageHead } from "#app/page.ts";
import { messages } from "#prompts/messages.ts";

/**
 * @param data what the page shows; undefined while it is unknown
 * @param missing title where there is no such thing
 * @param about its title, and its prompt
 */
export function versionHead<Data extends object>(
  path: string,
  data: Data | null | "removed" | undefined,
  missing: string,
  about: (data: Data) => { title: string; prompt_id: number },
): PageHead {
  const common = { description: "As versões de um prompt da Prompteca.", noindex: true };
  if (data && data !== "removed") {
    const { title, prompt_id } = about(data);
    return { ...common, title, canonical: `/prompts/${prompt_id}` };
  }
  const [title, status] = data === "removed" ? [messages.removedTitle, 410] : [missing, 404];
  return { ...common, title, canonical: path, ...(data !== undefined && { status }) };
}
