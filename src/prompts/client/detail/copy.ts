/** Copies text from a prompt's page and reports the result. */
import { messages } from "#prompts/messages.ts";
import { copyText } from "#ui/copy-text.ts";
import { type ToastAction, type ToastOptions, toast } from "#ui/toast.ts";
import { fieldsLeft } from "./fields-left.ts";

/** For the next step after copying. */
const LONGEST_WAIT_MS = 300;

const refused = (description: string): ToastOptions => ({
  title: messages.copyFailed,
  description,
  variant: "destructive",
});

/**
 * Call it within a click handler.
 * @param failure message when the browser refuses
 * @returns whether it worked
 */
export async function copy(
  text: string,
  success: ToastOptions,
  failure = refused(messages.copyFailedText),
): Promise<boolean> {
  return report(await copyText(text), success, failure);
}

function report(copied: boolean, success: ToastOptions, failure: ToastOptions): boolean {
  toast(copied ? { ...success, variant: "success" } : failure);
  return copied;
}

/** Copies a prompt that is shown only in part. What comes next is of a prompt's page: lists fetch it when asked. */
export async function copyFromList(content: string, toolId: number): Promise<boolean> {
  // Beside the copying, for which a browser may ask its user first; on a slow line the message does without it.
  const part = import("./after-copying.ts").catch(() => undefined);
  const copied = await copyText(content);
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, LONGEST_WAIT_MS));
  const next = copied ? (await Promise.race([part, late]))?.afterCopying(toolId, content) : undefined;
  const success = { title: messages.promptCopied, description: messages.promptCopiedText, ...next };
  return report(copied, success, refused(messages.copyFromListFailedText));
}

/** The next step after copying unfilled variables. */
export const fillStep = (fillOut: () => void): ToastAction => ({ label: "Preencher", onPress: fillOut });

/** The page's URL without parameters of this visit. */
export function pageAddress(): string {
  return location.origin + location.pathname;
}

/**
 * Copies a prompt with who published it and the page's URL.
 * @param left number of unfilled variables, which `fillOut` leads to
 */
export function copyWithCredit(
  text: string,
  author: string,
  left = 0,
  fillOut?: () => void,
): Promise<boolean> {
  return copy(`${text}\n\nPrompt de ${author} na Prompteca: ${pageAddress()}`, {
    title: messages.copiedWithCredit,
    description: fieldsLeft(left) ?? messages.copiedWithCreditText,
    action: left > 0 && fillOut ? fillStep(fillOut) : undefined,
  });
}

export function copyLink(): void {
  void copy(pageAddress(), { title: messages.linkCopied }, refused(messages.linkCopyFailedText));
}
