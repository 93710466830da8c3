/** Answers of `prompts/list` and `prompts/get`: a person's favourites, or a collection that they may see. */
import { setImmediate } from "node:timers/promises";
import {
  type GetPromptResult,
  type ListPromptsResult,
  ProtocolError,
  ProtocolErrorCode,
} from "@modelcontextprotocol/server";
import * as z from "zod/mini";
import type { CollectionItem } from "#collections/contract.ts";
import { collectionApi } from "#collections/paths.ts";
import { findOwnCollection, findPublicCollection } from "#collections/server/collections.service.ts";
import { slugOf } from "#language/slug.ts";
import { cursorText } from "#language/text.ts";
import { LISTED_PROMPTS, values } from "#mcp/contract.ts";
import { messages } from "#mcp/messages.ts";
import type { Context } from "#platform/context.ts";
import type { PromptView } from "#prompts/contract.ts";
import { readList as readLargeList } from "#prompts/server/large-lists.ts";
import { listFavorites } from "#prompts/server/prompts.service.ts";
import { type Caller, workerOf } from "./caller.ts";
import { argumentsOf, fillArguments, promptUrl, readPrompt } from "./prompt-texts.ts";
import { quoted } from "./quoted.ts";

type Listed = Pick<PromptView, "id" | "title" | "content" | "llm_type" | "user">;

const invalid = (message: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, message);

/**
 * Where the next page of a collection begins: after the last prompt of the page before, or, if that has been taken out, at the
 * one after it; without both, so far before where they were that rather one comes twice than none.
 * @param cursor their ids, and the first one's place, from 1
 */
function startOf(items: readonly CollectionItem[], cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  const [, place, last, next] = /^([1-9]\d{0,3})\.([1-9]\d{0,14})\.([1-9]\d{0,14})$/.exec(cursor) ?? [];
  if (!place) throw invalid(messages.cursor);
  const indexOf = (id: string | undefined) => items.findIndex(({ prompt }) => prompt.id === Number(id));
  const [lastIndex, nextIndex] = [indexOf(last), indexOf(next)];
  if (lastIndex !== -1) return lastIndex + 1;
  return nextIndex === -1 ? Math.max(0, Number(place) - 2) : nextIndex;
}

/** A page of the caller's list, and where the next one begins. */
async function readList(
  ctx: Context,
  caller: Caller,
  cursor: string | undefined,
): Promise<{ data: Listed[]; next?: string | undefined }> {
  const { collection, viewer, scopes } = caller;
  if (collection !== undefined) {
    const { items } =
      (await ownCollection(ctx, caller, collection)) ??
      (await ctx.responseCache.shared(
        collectionApi(collection),
        () => findPublicCollection(ctx.publicReads, collection, caller.address),
        caller.share,
      ));
    const start = startOf(items, cursor);
    const end = start + LISTED_PROMPTS;
    const data = items.slice(start, end).map(({ prompt }) => prompt);
    const next = items[end];
    return { data, ...(next && { next: `${end}.${data.at(-1)?.id}.${next.prompt.id}` }) };
  }
  const after = z.safeParse(cursorText, cursor);
  if (!after.success) throw invalid(messages.cursor);
  if (!viewer || !scopes.includes("read")) return { data: [] };
  await caller.confirm();
  const from = { page: 1, limit: LISTED_PROMPTS, after: after.data };
  const { data, pagination } = await readLargeList(ctx, LISTED_PROMPTS, viewer.id, () =>
    listFavorites(ctx, viewer, viewer.id, from),
  );
  return { data, next: pagination.next };
}

/** The caller's own list, private or not; undefined when it is another's, or the key must not read. */
async function ownCollection(ctx: Context, { viewer, scopes, confirm }: Caller, id: number) {
  if (!viewer || !scopes.includes("read")) return undefined;
  await confirm();
  return findOwnCollection(ctx, viewer, id);
}

/** Says whose text it is; the title is quoted. */
const describe = (
  ctx: Context,
  { id, title, user, llm_type }: Pick<Listed, "id" | "title" | "user" | "llm_type">,
) =>
  `Prompt ${quoted(title)} para ${llm_type.name}, escrito por ${quoted(user.username)} na Prompteca: ${promptUrl(ctx, id)}`;

const describeListed = (ctx: Context, prompt: Listed) => ({
  name: `${prompt.id}-${slugOf(prompt.title, "prompt")}`,
  title: prompt.title,
  description: describe(ctx, prompt),
  arguments: argumentsOf(prompt),
});

/** @throws AppError 429 for who has used up the time for texts */
export async function listCallersPrompts(
  ctx: Context,
  caller: Caller,
  cursor: string | undefined,
): Promise<ListPromptsResult> {
  const { data, next } = await readList(ctx, caller, cursor);
  const who = workerOf(caller);
  const prompts: ListPromptsResult["prompts"] = [];
  for (const prompt of data) {
    // Looking for arguments takes milliseconds of a text that is all brackets: others have their turn in between.
    prompts.push(await ctx.rateLimits.timed("textTimePerCaller", who, () => describeListed(ctx, prompt)));
    await setImmediate();
  }
  return { prompts, ...(next && { nextCursor: next }) };
}

/**
 * A public prompt as what the person says to the model: they have chosen it, so its text is theirs, and no instruction of the
 * server.
 * @param name from a list, of which only the id matters
 */
export async function getCallersPrompt(
  ctx: Context,
  caller: Pick<Caller, "share" | "viewer" | "address">,
  name: string,
  given: unknown,
): Promise<GetPromptResult> {
  const id = Number(/^([1-9]\d{0,14})(?:-|$)/.exec(name)?.[1] ?? 0);
  if (!id) throw invalid(messages.unknownPrompt);
  const parsed = z.safeParse(values, given ?? {});
  if (!parsed.success) throw invalid(parsed.error.issues[0]?.message ?? messages.values);
  const prompt = await readPrompt(ctx.publicReads, { id }, caller.share);
  const text = await ctx.rateLimits.timed("textTimePerCaller", workerOf(caller), () =>
    fillArguments(prompt, parsed.data),
  );
  return {
    description: describe(ctx, prompt),
    messages: [{ role: "user", content: { type: "text", text } }],
  };
}
