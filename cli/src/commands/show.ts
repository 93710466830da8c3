/** Shows a prompt, whole. */
import { FURTHER_TEXTS } from "../../../src/prompts/fields.ts";
import { segmentVariables, variablesOf } from "../../../src/prompts/variables.ts";
import { wholeNumber } from "../options.ts";
import { namedPrompt, pageOf } from "../prompts.ts";
import type { Session } from "../session.ts";
import { safeJson, safeLine, safeText } from "../terminal.ts";

/** Versions of a prompt; far more than one has. */
export const MOST_VERSIONS = 1_000_000;

/** Prompts and their versions: the shared fields, with those that only one of them has. */
export async function readPrompt(session: Session) {
  const { options, rest, texts } = session;
  const { id, site = session.url } = namedPrompt(rest[0], texts);
  const number = wholeNumber(options.version, "version", texts, MOST_VERSIONS);
  const client = session.reader(site);
  const answer =
    number === undefined
      ? await client.getPrompt({ id: String(id) })
      : await client.getVersion({ id: String(id), $number: String(number) });
  const content = safeText(answer.content);
  return { id, site, answer, segments: segmentVariables(content, answer.llm_type.id) };
}

export async function show(session: Session): Promise<void> {
  const { options, texts, style } = session;
  const { id, site, answer, segments } = await readPrompt(session);
  if (options.json) return session.print(safeJson(answer));
  const facts = [safeLine(answer.llm_type.name), texts.by(safeLine(answer.user.username))];
  if ("likes_count" in answer) {
    facts.push(texts.likes(answer.likes_count), texts.views(answer.views));
    if (answer.answered_count > 0) facts.push(texts.worked(answer.worked_count, answer.answered_count));
  } else facts.push(texts.versionOf(answer.number, answer.newest));
  const tags = "tags" in answer ? answer.tags.map((tag) => `#${safeLine(tag)}`).join(" ") : "";
  const variables = variablesOf(segments);
  const content = segments
    .map(({ text, variable }) => (variable === undefined ? text : style("yellow", text)))
    .join("");
  const parts = [
    [style("bold", safeLine(answer.title)), facts.join(" · "), tags].filter(Boolean).join("\n"),
    ...FURTHER_TEXTS.map((field) => answer[field] && safeText(answer[field])),
    content,
    [
      variables.length > 0 && `${style("dim", `${texts.variables}:`)} ${variables.map(safeLine).join(", ")}`,
      variables.length > 0 && style("dim", texts.fillWith(id)),
      style("dim", pageOf(site, id)),
    ]
      .filter(Boolean)
      .join("\n"),
  ];
  await session.print(parts.filter(Boolean).join("\n\n"));
}
