/** Tells what an import of a file would bring; nothing is stored. */
import type { Viewer } from "#accounts/server/sessions/authenticate.ts";
import { hasMostCollections } from "#collections/server/collections.service.ts";
import { MOST_AT_ONCE, MOST_PREVIEWED, type Preview, type PreviewedPrompt } from "#exchange/contract.ts";
import { inputMessages } from "#exchange/input-messages.ts";
import type { Context } from "#platform/context.ts";
import { type Turn, turnsOf } from "#platform/http/text-work.ts";
import { findSame } from "#prompts/server/bulk.service.ts";
import { findSimilarTexts } from "#prompts/server/similar.service.ts";
import { findAllowed } from "./allowance.service.ts";
import { type CheckedPrompt, checkAll, checkCollection, sameKey } from "./checked.ts";
import { readSource, type Source } from "./formats/formats.ts";
import type { RawFile } from "./formats/raw-file.ts";
import { holding } from "./held-files.ts";

/** Milliseconds for comparing texts with those of others: each takes some hundredths of a second of the database. */
const COMPARING_MS = 3000;

/**
 * Preview of an import, with the reasons of refusals: of 2,000 prompts, from one on.
 * @throws AppError 422 for a file that cannot be read, 429 when asked too often, 503 as `holding`
 */
export const previewImport = (
  ctx: Context,
  viewer: Viewer,
  asked: Source & { llm_type_id: number; from: number },
): Promise<Preview> => holding(viewer.id, asked, () => previewAll(ctx, viewer, asked));

async function previewAll(
  ctx: Context,
  viewer: Viewer,
  asked: Source & { llm_type_id: number; from: number },
): Promise<Preview> {
  await ctx.rateLimits.consume("previewImportPerAccount", viewer.id);
  const turn = turnsOf(ctx, viewer.id);
  const file = await readSource(asked, turn);
  const places = new Set(Array.from({ length: MOST_PREVIEWED }, (_, at) => asked.from + at));
  const checked = await checkAll(turn, file, places, {
    defaultTool: asked.llm_type_id,
    viewerName: viewer.username,
  });
  const ready = checked.filter(({ fields }) => fields);
  const same = await findSame(ctx.db, viewer.id, ready);
  const own = new Set(ready.filter((_, at) => same.has(at)));
  const seen = new Set<string>();
  const states = checked.map((prompt): PreviewedPrompt["state"] => {
    if (!prompt.fields) return "refused";
    const key = sameKey(prompt);
    const isRepeated = seen.has(key);
    seen.add(key);
    return own.has(prompt) ? "own" : isRepeated ? "repeated" : "ready";
  });
  const alike = await compare(ctx, turn, checked, states);
  const { allowed, why } = await findAllowed(ctx, viewer);
  return {
    format: file.format,
    total: file.prompts.length,
    ignored: [...file.ignored],
    collection: file.collection && (await previewCollection(ctx, viewer, file.collection)),
    prompts: checked.map(({ fields: _, hash: __, ...prompt }, at) => ({
      ...prompt,
      state: states[at] as PreviewedPrompt["state"],
      alike: alike[at] ?? null,
    })),
    allowed: Math.min(allowed, MOST_AT_ONCE),
    allowed_why: why,
  };
}

/** Public prompts that those which are ready resemble, as far as the time goes. */
async function compare(
  { db }: Pick<Context, "db">,
  turn: Turn,
  checked: CheckedPrompt[],
  states: PreviewedPrompt["state"][],
): Promise<PreviewedPrompt["alike"][]> {
  const end = performance.now() + COMPARING_MS;
  const alike: PreviewedPrompt["alike"][] = checked.map(() => null);
  const ready = [...checked.entries()].filter(([at]) => states[at] === "ready");
  // First the importer's own, which are the ones that are chosen unless somebody says otherwise.
  for (const [at, { fields }] of ready.sort(
    ([, one], [, other]) => Number(!!one.author) - Number(!!other.author),
  )) {
    if (!fields || performance.now() >= end) break;
    const rows = await turn(() => findSimilarTexts(db, fields));
    alike[at] = rows.map(({ id, title, username }) => ({ id, title, author: username }));
  }
  return alike;
}

async function previewCollection(
  { db }: Pick<Context, "db">,
  viewer: Viewer,
  collection: NonNullable<RawFile["collection"]>,
): Promise<Preview["collection"]> {
  const { title, refused } = checkCollection(collection);
  if (refused !== null) return { title, refused };
  return {
    title,
    refused: (await hasMostCollections(db, viewer.id)) ? inputMessages.tooManyCollections : null,
  };
}
