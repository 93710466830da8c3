/** Prompts as the MCP server shows them: with author and address, and filled in. */

import { slugOf } from "#language/slug.ts";
import {
  EXCERPT_LENGTH,
  LONGEST_FILLED,
  MOST_ARGUMENTS,
  type PromptPage,
  TEXTS_BESIDE,
  type WholePrompt,
} from "#mcp/contract.ts";
import { messages, NOTICE } from "#mcp/messages.ts";
import type { Context, PublicContext } from "#platform/context.ts";
import { AppError } from "#platform/http/errors.ts";
import { authorPath } from "#prompts/authors.ts";
import type { PromptList, PromptView } from "#prompts/contract.ts";
import { pick } from "#prompts/fields.ts";
import { findPrompt } from "#prompts/server/prompts.service.ts";
import { findVersion } from "#prompts/server/versions/versions.service.ts";
import {
  fieldKey,
  fillVariables,
  presetsOf,
  segmentVariables,
  type TextSegment,
  unfilledOf,
  valueIn,
  variablesOf,
} from "#prompts/variables.ts";
import type { VersionText } from "#prompts/versions.ts";
import { quoted } from "./quoted.ts";

type Site = Pick<Context, "config">;

export const promptUrl = ({ config }: Site, id: number) => `${config.publicUrl}/prompts/${id}`;
export const toolUrl = ({ config }: Site, id: number) => `${config.publicUrl}/prompts?llm=${id}`;
const authorOf = ({ config }: Site, { user, user_id }: Pick<PromptView, "user" | "user_id">) => ({
  name: user.username,
  url: config.publicUrl + authorPath(user_id),
});

/** The beginning of a text, on one line. */
function excerptOf(content: string): string {
  // Cut first: a text may be long. A pair of surrogates is not cut in two.
  const line = content
    .slice(0, 4 * EXCERPT_LENGTH)
    .replace(/\s+/g, " ")
    .trim();
  const characters = [...line];
  if (characters.length <= EXCERPT_LENGTH && content.length <= 4 * EXCERPT_LENGTH) return line.toWellFormed();
  return `${characters
    .slice(0, EXCERPT_LENGTH - 1)
    .join("")
    .trimEnd()}…`.toWellFormed();
}

/** A page of prompts, without their whole texts. */
export function toPromptPage(
  ctx: Site,
  { data, pagination: { page, pages, total, more, next }, corrected, similar }: PromptList,
): PromptPage {
  return {
    notice: NOTICE,
    prompts: data.map((prompt) => ({
      id: prompt.id,
      url: promptUrl(ctx, prompt.id),
      title: prompt.title,
      author: authorOf(ctx, prompt),
      tool: prompt.llm_type.name,
      tags: prompt.tags,
      excerpt: excerptOf(prompt.content),
      likes: prompt.likes_count,
      worked: prompt.worked_count,
      answered: prompt.answered_count,
      last_worked_at: prompt.last_worked_at,
    })),
    page,
    pages,
    total,
    more,
    ...(next !== undefined && { next }),
    ...(corrected !== undefined && { corrected }),
    ...(similar !== undefined && { similar }),
  };
}

/** The parts of a prompt, or of an old version of it, that are read. */
interface ReadPrompt extends Pick<PromptView, "id" | VersionText | "llm_type" | "user" | "user_id"> {
  version: number;
  isCurrent: boolean;
}

/**
 * A public prompt.
 * @param asked.version undefined for the present one
 * @param share whose share of the computations it uses
 * @throws AppError 404 when there is none, 410 when moderation has hidden it
 */
export async function readPrompt(
  ctx: Pick<PublicContext, "db" | "responseCache">,
  { id, version }: { id: number; version?: number | undefined },
  share: string,
): Promise<ReadPrompt> {
  return ctx.responseCache.shared<ReadPrompt>(
    `/mcp prompt ${id} ${version ?? ""}`,
    async () => {
      if (version === undefined) return { ...(await findPrompt(ctx, String(id))), isCurrent: true };
      const { number, is_current, ...old } = await findVersion(ctx, id, version);
      return { ...old, id, version: number, isCurrent: is_current };
    },
    share,
  );
}

const segmentsOf = ({ content, llm_type }: Pick<ReadPrompt, "content" | "llm_type">) =>
  segmentVariables(content, llm_type.id);

/** @throws AppError 400 when the filled text would be too long */
function fill(segments: TextSegment[], values: ReadonlyMap<string, string>): string {
  let length = 0;
  for (const segment of segments) {
    length += Math.max(segment.text.length, valueIn(segment, values)?.length ?? 0);
    if (length > LONGEST_FILLED) {
      throw new AppError(400, "filled_too_long", messages.filledTooLong, { field: "values" });
    }
  }
  return fillVariables(segments, values);
}

/** A prompt with its whole text, filled in. @throws AppError 400 when that would be too long */
export function toWholePrompt(ctx: Site, prompt: ReadPrompt, given: Record<string, string>): WholePrompt {
  const segments = segmentsOf(prompt);
  const variables = variablesOf(segments);
  const values = new Map(Object.entries(given).map(([name, value]) => [fieldKey(name), value]));
  return {
    notice: NOTICE,
    id: prompt.id,
    url: promptUrl(ctx, prompt.id),
    ...pick(prompt, TEXTS_BESIDE),
    author: authorOf(ctx, prompt),
    tool: prompt.llm_type.name,
    version: prompt.version,
    is_current: prompt.isCurrent,
    variables,
    unfilled: unfilledOf(segments, values),
    text: fill(segments, values),
  };
}

/** The variables of a prompt by the names that their arguments have: letters, digits and hyphens, each once. */
function argumentNames(segments: TextSegment[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const variable of variablesOf(segments).slice(0, MOST_ARGUMENTS)) {
    const slug = slugOf(variable, "valor");
    let name = slug;
    for (let times = 2; names.has(name); times++) name = `${slug}-${times}`;
    names.set(name, variable);
  }
  return names;
}

/** The arguments with which clients ask for a prompt's variables. */
export function argumentsOf(prompt: Pick<ReadPrompt, "content" | "llm_type">) {
  const segments = segmentsOf(prompt);
  const presets = presetsOf(segments);
  return [...argumentNames(segments)].map(([name, variable]) => {
    const preset = presets.get(variable);
    return {
      name,
      description: messages.valueFor(quoted(variable), preset && quoted(preset)),
      required: false,
    };
  });
}

/** A prompt's text, filled in by the arguments that clients sent. @throws AppError as `fill` */
export function fillArguments(prompt: ReadPrompt, given: Record<string, string>): string {
  const segments = segmentsOf(prompt);
  const names = argumentNames(segments);
  const entries = Object.entries(given).map(
    ([name, value]) => [names.get(name) ?? fieldKey(name), value] as const,
  );
  return fill(segments, new Map(entries));
}
