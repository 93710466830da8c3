/** The value of the field of tags, as text: each tag with a comma behind it, then the unfinished text. */
import { MOST_TAGS } from "#prompts/catalog.ts";
import { promptFields } from "#prompts/contract.ts";
import { inputMessages } from "#prompts/input-messages.ts";
import { tagKey, tidyTag } from "#prompts/tag-names.ts";

export interface TypedTags {
  tags: string[];
  typed: string;
}

export function readTags(value: string): TypedTags {
  const tags = value.split(",");
  return { typed: tags.pop() ?? "", tags };
}

export const writeTags = (tags: readonly string[], typed = ""): string =>
  tags.map((tag) => `${tag},`).join("") + typed;

const isAmong = (tags: readonly string[], tag: string) => tags.some((other) => tagKey(other) === tagKey(tag));

/** Adds the typed tag. A refused one stays in the field to be corrected, with the reason. */
export function addTags(chosen: readonly string[], texts: readonly string[]) {
  let tags = [...chosen];
  const refused: string[] = [];
  let message: string | undefined;
  for (const text of texts) {
    const tag = tidyTag(text);
    if (tag === "" || isAmong(tags, tag)) continue;
    const refusal =
      tags.length < MOST_TAGS
        ? promptFields.shape.tags.safeParse([tag]).error?.issues[0]?.message
        : inputMessages.tagsTooMany;
    if (refusal === undefined) tags = [...tags, tag];
    else refused.push(tag);
    message ??= refusal;
  }
  return { tags, typed: refused.join(" "), message };
}
