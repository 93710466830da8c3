/** Refuses texts with profanity. */
import { findProfanity } from "#language/profanity.ts";
import { invalidFields } from "./errors.ts";

/**
 * @param texts by field; a list is refused for one of its entries
 * @param messages by field, what to say beside it; other fields are not looked at
 * @throws AppError 400 naming the fields with profanity
 */
export function refuseProfanity<Field extends string>(
  texts: Partial<Record<NoInfer<Field>, string | string[] | null | undefined>>,
  messages: Record<Field, string>,
): void {
  const found = (Object.keys(messages) as Field[])
    .filter((field) => [texts[field] ?? []].flat().some((text) => findProfanity(text).length > 0))
    .map((field) => ({ field, message: messages[field] }));
  if (found.length > 0) throw invalidFields("profanity", found, "");
}
