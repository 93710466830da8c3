/** The tools: what everybody may read, and what a person's key opens. */

import type { ListQuery } from "#library/contract.ts";
import { isFar, listPrompts } from "#library/server/lists.service.ts";
import {
  favoritesInput,
  noInput,
  promptInput,
  promptPage,
  publishedPrompt,
  publishInput,
  type SearchInput,
  savedPrompt,
  saveInput,
  searchInput,
  toolList,
  USUAL_RESULTS,
  wholePrompt,
} from "#mcp/contract.ts";
import type { Context } from "#platform/context.ts";
import { LLM_TYPES } from "#prompts/contract.ts";
import { publishPrompt } from "#prompts/server/authoring.service.ts";
import { inTurnTimed, readList } from "#prompts/server/large-lists.ts";
import { listFavorites } from "#prompts/server/prompts.service.ts";
import { searching } from "#prompts/server/searching.ts";
import { reactedPrompts } from "#prompts/server/viewer-state.service.ts";
import { openReactions } from "#reactions/server/reactions.service.ts";
import { type Caller, requireScope, workerOf } from "./caller.ts";
import { promptUrl, readPrompt, toolUrl, toPromptPage, toWholePrompt } from "./prompt-texts.ts";
import { defineTool, READS, type Tool, WRITES } from "./tool.ts";

/**
 * The same for all publications: the digest that finds a repetition has the contents too, so that a model that tries
 * again publishes once.
 */
const PUBLICATION_KEY = "mcp-publish_prompt";

const toolIdOf = (name: string) => LLM_TYPES.find((tool) => tool.name === name)?.id;

function queryOf({ text, tool, tag, order, only_working, page, after, limit }: SearchInput): ListQuery {
  return {
    page,
    limit,
    ...(after !== undefined && { after }),
    ...(order && { orderBy: order }),
    ...(tool && { llmTypeId: toolIdOf(tool) }),
    ...(tag && { tag }),
    ...(only_working && { works: "today" }),
    ...(text?.trim() && { search: text, spelling: "correct" }),
  };
}

const searchPrompts = defineTool("search_prompts", {
  input: searchInput,
  output: promptPage,
  annotations: READS,
  async run(ctx, caller, given) {
    const { address, share } = caller;
    const query = queryOf(given);
    return ctx.responseCache.shared(
      `/mcp search ${JSON.stringify(query)}`,
      async () => {
        const { search } = query;
        const list = async () => toPromptPage(ctx, await listPrompts(ctx.publicReads, query));
        return (isFar(query) ? inTurnTimed : readList)(ctx, query.limit, workerOf(caller), () =>
          search ? searching(ctx, "searchPerAddress", address, search, list) : list(),
        );
      },
      share,
    );
  },
});

const getPrompt = defineTool("get_prompt", {
  input: promptInput,
  output: wholePrompt,
  annotations: READS,
  async run(ctx, caller, { id, version, values = {} }) {
    const prompt = await readPrompt(ctx.publicReads, { id, version }, caller.share);
    return ctx.rateLimits.timed("textTimePerCaller", workerOf(caller), () =>
      toWholePrompt(ctx, prompt, values),
    );
  },
});

const listTools = defineTool("list_tools", {
  input: noInput,
  output: toolList,
  annotations: { ...READS, openWorldHint: false },
  run: async (ctx) => ({ tools: LLM_TYPES.map(({ id, name }) => ({ id, name, url: toolUrl(ctx, id) })) }),
});

const listOwnFavorites = defineTool("list_favorites", {
  scope: "read",
  input: favoritesInput,
  output: promptPage,
  annotations: READS,
  async run(ctx, caller, paging) {
    const viewer = requireScope(caller, "read");
    return toPromptPage(
      ctx,
      await listFavorites(ctx, viewer, viewer.id, { ...paging, limit: USUAL_RESULTS }),
    );
  },
});

/** @param ctx whose process batches the writes */
function savePrompt(ctx: Context): Tool {
  const { favorite } = openReactions(ctx, reactedPrompts(ctx));
  return defineTool("save_prompt", {
    scope: "react",
    input: saveInput,
    output: savedPrompt,
    annotations: WRITES,
    async run(_ctx, caller, { id, saved }) {
      const viewer = requireScope(caller, "react");
      await ctx.rateLimits.consume("reactPerAccount", viewer.id);
      const { isFavorited } = await favorite(viewer.id, id, saved);
      caller.changes("save_prompt");
      return { id, url: promptUrl(ctx, id), saved: isFavorited };
    },
  });
}

const publish = defineTool("publish_prompt", {
  scope: "publish",
  input: publishInput,
  output: publishedPrompt,
  annotations: WRITES,
  async run(ctx, caller, { tool, image, ...fields }) {
    const viewer = requireScope(caller, "publish");
    const prompt = { ...fields, llm_type_id: toolIdOf(tool) ?? 0, thumbnail_url: image };
    const { id, version, in_review = false } = await publishPrompt(ctx, viewer, prompt, PUBLICATION_KEY);
    caller.changes("publish_prompt");
    return { id, url: promptUrl(ctx, id), version, in_review };
  },
});

/** The tools of a process, by name. */
export function openTools(ctx: Context): ReadonlyMap<string, Tool> {
  const all = [searchPrompts, getPrompt, listTools, listOwnFavorites, savePrompt(ctx), publish];
  return new Map(all.map((tool) => [tool.listing.name, tool]));
}

/** Those that a caller may use. */
export const allowedTools = (tools: ReadonlyMap<string, Tool>, { scopes }: Caller): Tool[] =>
  [...tools.values()].filter(({ scope }) => !scope || scopes.includes(scope));
