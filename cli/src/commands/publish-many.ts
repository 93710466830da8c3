/** Publishes the prompts of several files, of a zip or of one with several prompts, as the site's imports do. */
import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import type { Client } from "../../../client/client.ts";
import { MOST_AT_ONCE, MOST_BYTES } from "../../../src/exchange/format.ts";
import { FilesRefused, gatherFiles } from "../../../src/exchange/gathered-files.ts";
import { tooManyBytes } from "../../../src/exchange/input-messages.ts";
import { CliError, EXIT } from "../io.ts";
import { pageOf, toolId } from "../prompts.ts";
import { confirm, tellMaybePublished } from "../publishing.ts";
import type { Session } from "../session.ts";
import { safeJson, safeLine } from "../terminal.ts";

type Preview = Awaited<ReturnType<Client["previewImport"]>>;

/** Prompts that are named before they are published, and of those that are not. */
const MOST_SHOWN = 20;

async function gather(session: Session, paths: readonly string[]) {
  const { texts } = session;
  const given = [];
  let size = 0;
  for (const path of paths) {
    const unreadable = () => new CliError(EXIT.failed, texts.fileUnreadable(safeLine(path)));
    const file = await stat(path).catch(() => undefined);
    // A pipe or device may never end.
    if (!file?.isFile()) throw unreadable();
    size += file.size;
    if (size > MOST_BYTES) throw new CliError(EXIT.failed, tooManyBytes(size));
    const bytes = await readFile(path).catch(() => Promise.reject(unreadable()));
    given.push({ name: path.slice(-300), bytes });
  }
  return gatherFiles(given).catch((error: unknown) => {
    throw error instanceof FilesRefused ? new CliError(EXIT.failed, safeLine(error.message)) : error;
  });
}

async function tellPlan(session: Session, preview: Preview, chosen: Preview["prompts"]): Promise<void> {
  const { texts, url } = session;
  const { prompts, total } = preview;
  const refused = prompts.filter(({ state }) => state !== "ready");
  const others = prompts.filter(({ state, author }) => state === "ready" && author !== null);
  const alike = prompts.filter(
    ({ state, author, alike }) => state === "ready" && author === null && alike?.length,
  );
  const list = (all: Preview["prompts"], line: (prompt: Preview["prompts"][number]) => string) => [
    ...all.slice(0, MOST_SHOWN).map((prompt) => `  ${line(prompt)}`),
    ...(all.length > MOST_SHOWN ? [`  … (${all.length - MOST_SHOWN})`] : []),
  ];
  const placeOf = ({ file, line }: Preview["prompts"][number]) =>
    texts.placeInFile(file && safeLine(file), line);
  await session.tell(
    [
      texts.willPublishMany(url, chosen.length, total),
      "",
      ...list(chosen, ({ title, tool, tags }) =>
        [safeLine(title), safeLine(tool ?? ""), ...tags.map((tag) => `#${safeLine(tag)}`)].join(" · "),
      ),
      ...(refused.length > 0 ? ["", texts.refusedMany(refused.length)] : []),
      ...list(refused, (prompt) => {
        const why =
          prompt.reasons[0]?.message ?? (prompt.state === "own" ? texts.ownAlready : texts.repeatedInFile);
        return `${safeLine(prompt.title)} (${placeOf(prompt)}): ${safeLine(why)}`;
      }),
      ...(others.length > 0 ? ["", texts.othersMany(others.length)] : []),
      ...(alike.length > 0 ? ["", texts.alikeMany(alike.length)] : []),
      "",
    ].join("\n"),
  );
}

/** @param paths of the files */
export async function publishMany(session: Session, paths: readonly string[]): Promise<void> {
  const { options, texts, url } = session;
  const client = session.writer();
  if (options.image) throw new CliError(EXIT.usage, texts.imageForOne);
  const { files, left } = await gather(session, paths);
  const source = { files, ...(options.tool && { llm_type_id: toolId(options.tool, texts) }) };
  const preview = await client.previewImport({ body: source });
  for (const name of [...left, ...preview.ignored]) await session.tell(texts.leftOut(safeLine(name)));
  const suggested = preview.prompts.filter(
    ({ state, author, alike }) => state === "ready" && author === null && !alike?.length,
  );
  const chosen = suggested.slice(0, Math.min(preview.allowed, MOST_AT_ONCE));
  await tellPlan(session, preview, chosen);
  if (suggested.length > chosen.length)
    await session.tell(
      (preview.allowed_why && safeLine(preview.allowed_why)) ?? texts.dayLimit(preview.allowed),
    );
  if (chosen.length === 0) throw new CliError(EXIT.failed, texts.nothingToPublish);
  await confirm(session, texts.askPublishMany(chosen.length));
  const body = { ...source, chosen: chosen.map(({ place }) => place) };
  const idempotencyKey = createHash("sha256").update(JSON.stringify(body)).digest("base64url");
  const made = await client.importPrompts({ idempotencyKey, body }).catch(tellMaybePublished(session));
  if (options.json) return session.print(safeJson(made));
  await session.tell(texts.publishedMany(made.prompts.length));
  await session.print(made.prompts.map(({ id }) => pageOf(url, id)).join("\n"));
  if (made.prompts.some(({ in_review }) => in_review)) await session.tell(texts.inReview);
}
