/** Publishes a prompt from a Markdown file: shows what it will be, asks, and never publishes it twice. */
import { createHash } from "node:crypto";
import { PromptecaError } from "../../../client/client.ts";
import { ask, isInteractive } from "../ask.ts";
import { CliError, EXIT } from "../io.ts";
import { besideFile, type PromptFile, readPicture, readPromptFile } from "../prompt-file.ts";
import { pageOf, toolId } from "../prompts.ts";
import type { Session } from "../session.ts";
import { safeJson, safeLine, safeText } from "../terminal.ts";

/** What the API takes in place of a picture: one of the site's own. */
const COVER = "azulejo";
/** Lines of the text that are shown before it is published. */
const SHOWN_LINES = 8;

async function showPlan(session: Session, prompt: PromptFile, picture: string): Promise<void> {
  const { texts, noteStyle, url } = session;
  const { fields } = texts;
  const rows: [string, string | undefined][] = [
    [fields.title, prompt.title],
    [fields.tool, prompt.tool],
    [fields.tags, prompt.tags.join(", ")],
    [fields.description, prompt.description],
    [fields.image, picture],
    [fields.image_alt, prompt.image_alt],
    [fields.allow_remixes, prompt.allow_remixes ? texts.remixesAllowed : texts.remixesForbidden],
    [fields.content, texts.characters([...prompt.content].length)],
  ];
  const lines = safeText(prompt.content).split("\n");
  const shown = lines.slice(0, SHOWN_LINES).map((line) => `  ${line}`);
  await session.tell(
    [
      texts.willPublish(url),
      "",
      ...rows.flatMap(([name, value]) =>
        value ? [`  ${noteStyle("dim", `${name}:`)} ${safeLine(value)}`] : [],
      ),
      "",
      ...shown,
      ...(lines.length > SHOWN_LINES ? ["  …"] : []),
      "",
    ].join("\n"),
  );
}

async function confirm(session: Session): Promise<void> {
  const { io, options, texts } = session;
  if (options.yes) return;
  if (!isInteractive(io)) throw new CliError(EXIT.usage, texts.cannotAsk);
  const [answer = ""] = await ask(io, [texts.askPublish]);
  if (!texts.isYes(answer)) throw new CliError(EXIT.failed, texts.notPublished);
}

export async function publish(session: Session): Promise<void> {
  const { options, rest, texts, url } = session;
  const [path] = rest;
  if (path === undefined) throw new CliError(EXIT.usage, texts.fileMissing);
  const client = session.writer();
  const { prompt, unknown } = await readPromptFile(path, texts);
  for (const name of unknown) await session.tell(texts.fieldUnknown(name));
  const image = options.image ?? (prompt.image && besideFile(path, prompt.image));
  const { title, content, description, tags, allow_remixes, image_alt } = prompt;
  const body = {
    title,
    content,
    ...(description && { description }),
    llm_type_id: toolId(prompt.tool, texts),
    ...(image_alt && { image_alt }),
    tags,
    allow_remixes,
    thumbnail_url: image ? await readPicture(image, texts) : COVER,
  };
  await showPlan(session, prompt, image ?? texts.cover);
  await confirm(session);
  // The same prompt has the same key, however often the command runs: a lost answer is asked for again by repeating it.
  const idempotencyKey = createHash("sha256").update(JSON.stringify(body)).digest("base64url");
  const published = await client.publishPrompt({ idempotencyKey, body }).catch((error) => {
    if (!(error instanceof PromptecaError) || !["timeout", "unreachable"].includes(error.code)) throw error;
    const { exitCode, message } = session.explain(error);
    throw new CliError(exitCode, `${message} ${texts.maybePublished}`);
  });
  if (options.json) return session.print(safeJson(published));
  await session.tell(texts.published);
  await session.print(pageOf(url, published.id));
  if (published.in_review) await session.tell(texts.inReview);
}
