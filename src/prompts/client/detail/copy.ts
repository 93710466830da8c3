/** Copies something of a prompt's page and says how it went. */
import { messages } from "#prompts/messages.ts";
import { copyText } from "#ui/copy-text.ts";
import { type ToastOptions, toast } from "#ui/toast.ts";

const refused = (description: string): ToastOptions => ({
  title: messages.copyFailed,
  description,
  variant: "destructive",
});

/**
 * Must run in answer to a click.
 * @param failure what is said where the browser does not let it
 * @returns whether it worked
 */
export async function copy(
  text: string,
  success: ToastOptions,
  failure = refused(messages.copyFailedText),
): Promise<boolean> {
  const copied = await copyText(text);
  toast(copied ? { ...success, variant: "success" } : failure);
  return copied;
}

/** For a prompt of which only the beginning stands there to be selected. */
export function copyFromList(content: string): Promise<boolean> {
  const success = { title: messages.promptCopied, description: messages.promptCopiedText };
  return copy(content, success, refused(messages.copyFromListFailedText));
}

/** How many variables were copied as the author wrote them; undefined when there are none. */
export function fieldsLeft(left: number): string | undefined {
  if (left === 0) return undefined;
  return left === 1 ? "1 campo ficou sem preencher" : `${left} campos ficaram sem preencher`;
}

/** The page's address without what was only for this visit. */
export function pageAddress(): string {
  return location.origin + location.pathname;
}

export function copyLink(): void {
  void copy(pageAddress(), { title: messages.linkCopied }, refused(messages.linkCopyFailedText));
}
