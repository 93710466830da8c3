/** Asks whether a prompt worked that was copied on this device before; nothing for all others. */
import { type ComponentProps, useEffect, useState, useSyncExternalStore } from "react";
import { onStored, readStored } from "#platform/client/browser-storage.ts";
import { COPIED_KEY } from "#results/catalog.ts";
import type { CopiedPrompt } from "#results/client/copied-prompts.ts";
import type { ResultQuestion } from "./result-question.tsx";

const load = () => import("./result-question.tsx");

/** Remembers what was copied, to ask about it later. */
export const rememberCopied = (prompt: CopiedPrompt) =>
  void load()
    .then((part) => part.rememberCopied(prompt))
    .catch(() => {});

/**
 * Most readers have copied nothing: whether it is time to ask is loaded for the others. Not by suspending, which would hold
 * up the page's other parts while it comes alive.
 */
export function AskedQuestion(props: ComponentProps<typeof ResultQuestion>) {
  const [part, setPart] = useState<Awaited<ReturnType<typeof load>>>();
  const copied = useSyncExternalStore(
    onStored,
    () => readStored(COPIED_KEY)?.includes(`[${props.prompt.id},`),
    () => false,
  );
  useEffect(() => {
    if (copied) load().then(setPart, () => {});
  }, [copied]);
  return copied && part && <part.ResultQuestion {...props} />;
}
