/** Publishes a prompt from a Markdown file: shows what it will be, asks, and never publishes it twice. */
import { createHash } from "node:crypto";
import type { Client } from "../../../client/client.ts";
import { FIELDS } from "../../../src/prompts/fields.ts";
import { CliError, EXIT } from "../io.ts";
import { type PromptFile, pictureBeside, readPicture, readPromptFile } from "../prompt-file.ts";
import { pageOf, toolId } from "../prompts.ts";
import { confirm, tellMaybePublished } from "../publishing.ts";
import type { Session } from "../session.ts";
import { safeJson, safeLine, safeText } from "../terminal.ts";
import { publishMany } from "./publish-many.ts";

/** The API's value for a cover of the site's own in place of a picture. */
const COVER = "azulejo";
/** Lines of the text that are shown before it is published. */
const SHOWN_LINES = 8;

type Body = Parameters<Client["publishPrompt"]>[0]["body"];

/** The fields of a file by their names in the API. */
function fieldsOf(prompt: PromptFile, llm_type_id: number): Omit<Body, "thumbnail_url"> {
  const entries = Object.entries(FIELDS).map(([name, { kind, file }]) => [
    name,
    kind === "tool" ? llm_type_id : prompt[file ?? (name as "image_alt")],
  ]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

async function showPlan(session: Session, prompt: PromptFile, picture: string): Promise<void> {
  const { texts, noteStyle, url } = session;
  const { fields } = texts;
  const values: { [Name in keyof typeof fields]?: string | undefined } = {
    ...prompt,
    tool: prompt.tool ?? session.options.tool,
    tags: prompt.tags.join(", "),
    image: picture,
    allow_remixes: prompt.allow_remixes ? texts.remixesAllowed : texts.remixesForbidden,
    content: texts.characters([...prompt.content].length),
  };
  const rows = Object.entries(fields).map(
    ([name, label]) => [label, values[name as keyof typeof fields]] as const,
  );
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

export async function publish(session: Session): Promise<void> {
  const { options, rest, texts, url } = session;
  const [path, another] = rest;
  if (path === undefined) throw new CliError(EXIT.usage, texts.fileMissing);
  const client = session.writer();
  const single = another === undefined ? await readPromptFile(path, texts) : undefined;
  if (!single) return publishMany(session, rest);
  const { prompt, unknown } = single;
  for (const name of unknown) await session.tell(texts.fieldUnknown(name));
  const image = options.image ?? (prompt.image && (await pictureBeside(path, prompt.image, texts)));
  const picture = image ? await readPicture(image, texts) : undefined;
  const tool = prompt.tool ?? options.tool;
  if (tool === undefined) throw new CliError(EXIT.failed, texts.toolMissing);
  const body = {
    ...fieldsOf(prompt, toolId(tool, texts)),
    thumbnail_url: picture?.dataUrl ?? COVER,
  };
  await showPlan(session, prompt, picture?.described ?? texts.cover);
  await confirm(session, texts.askPublish);
  // The same prompt has the same key, however often the command runs: a lost answer is asked for again by repeating it.
  const idempotencyKey = createHash("sha256").update(JSON.stringify(body)).digest("base64url");
  const published = await client.publishPrompt({ idempotencyKey, body }).catch(tellMaybePublished(session));
  if (options.json) return session.print(safeJson(published));
  await session.tell(texts.published);
  await session.print(pageOf(url, published.id));
  if (published.in_review) await session.tell(texts.inReview);
}
