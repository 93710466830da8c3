/** Copies something of a prompt's page and says how it went. */
import { messages } from "#prompts/messages.ts";
import { copyText } from "#ui/copy-text.ts";
import { type ToastOptions, toast } from "#ui/toast.ts";

/** @returns whether it worked. Must run in answer to a click. */
export async function copy(text: string, success: ToastOptions): Promise<boolean> {
  const copied = await copyText(text);
  if (copied) toast({ ...success, variant: "success" });
  else {
    toast({ title: messages.copyFailed, description: messages.copyFailedText, variant: "destructive" });
  }
  return copied;
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
  void copy(pageAddress(), { title: messages.linkCopied });
}
