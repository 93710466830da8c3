/** Prompts on the command line: naming one, listing many. */

import { foldText } from "../../src/language/fold.ts";
import { LLM_TYPES } from "../../src/prompts/catalog.ts";
import { findTool } from "../../src/prompts/tool-names.ts";
import type { CheckedClient } from "./answers.ts";
import { CliError, EXIT } from "./io.ts";
import { optionName } from "./options.ts";
import type { Session } from "./session.ts";
import { safeJson, safeLine, table } from "./terminal.ts";
import type { Texts } from "./texts.ts";

export type PromptList = Awaited<ReturnType<CheckedClient["searchPrompts"]>>;

/** The largest id of the site's database. */
const LARGEST_ID = 2 ** 31 - 1;

/**
 * @param given a number, or a prompt's link, perhaps of another site: then it is read there
 * @throws CliError for anything else
 */
export function namedPrompt(given: string | undefined, texts: Texts): { id: number; site?: string } {
  if (given === undefined) throw new CliError(EXIT.usage, texts.promptMissing);
  const link = URL.canParse(given) ? new URL(given) : undefined;
  const isWeb = link && /^https?:$/.test(link.protocol);
  const found = isWeb ? /^\/prompts\/(\d{1,10})(?:\/|$)/.exec(link.pathname) : /^#?(\d{1,10})$/.exec(given);
  const id = Number(found?.[1]);
  if (!(id >= 1 && id <= LARGEST_ID)) throw new CliError(EXIT.usage, texts.promptInvalid(safeLine(given)));
  return { id, ...(isWeb && { site: link.origin }) };
}

/** @param given a tool's name in any case, without accents and spaces too @throws CliError for none of the list */
export function toolId(given: string, texts: Texts): number {
  const tool = findTool(given);
  if (tool) return tool.id;
  const names = LLM_TYPES.map(({ name }) => name);
  throw new CliError(EXIT.usage, texts.toolUnknown(safeLine(given), names));
}

/** Writes a list: as JSON, as a table for a terminal, or with tabs between the columns for other programs. */
export async function printList(session: Session, list: PromptList, none: string): Promise<void> {
  const { io, texts, options, style, noteStyle, columns } = session;
  if (options.json) return session.print(safeJson(list));
  const { data, pagination } = list;
  if (list.corrected) await session.tell(texts.corrected(safeLine(list.corrected)));
  if (data.length === 0) {
    await session.tell(none);
    if (list.similar?.length) await session.tell(texts.similar(list.similar.map(safeLine)));
    return;
  }
  const rows = data.map(({ id, title, llm_type, likes_count, answered_count, worked_count, user }) => [
    String(id),
    safeLine(title),
    safeLine(llm_type.name),
    String(likes_count),
    answered_count > 0 ? `${worked_count}/${answered_count}` : "–",
    safeLine(user.username),
  ]);
  if (!io.stdout.isTTY) return session.print(rows.map((row) => row.join("\t")).join("\n"));
  const names = texts.columns;
  await session.print(
    table(
      [
        { title: names.id, right: true, format: "cyan" },
        { title: names.title, grows: true, format: "bold" },
        { title: names.tool },
        { title: names.likes, right: true },
        { title: names.worked, right: true },
        { title: names.author },
      ],
      rows,
      columns,
      style,
    ),
  );
  const { page, pages, total, more } = pagination;
  const next = page < pages ? ` · ${texts.nextPage(page + 1)}` : "";
  await session.tell(noteStyle("dim", `\n${texts.pageOf(page, pages, total, more)}${next}`));
}

/** The address of a prompt's page. */
export const pageOf = (site: string, id: number): string => `${site}/prompts/${id}`;

/** A value of `--order` in either language. @throws CliError for none of them */
export function orderNamed(given: string | undefined, texts: Texts) {
  if (given === undefined) return undefined;
  const orders = Object.entries(texts.orders);
  const found = orders.find(([name, word]) => [name, word].includes(foldText(given)));
  if (found) return found[0] as keyof Texts["orders"];
  const words = orders.map(([, word]) => word);
  throw new CliError(EXIT.usage, `${optionName("order", texts)}: ${texts.orderInvalid(words)}`);
}
