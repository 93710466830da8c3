/** Copies a prompt without opening it. */

import Check from "lucide-react/icons/check";
import Copy from "lucide-react/icons/copy";
import { useEffect, useState } from "react";
import { isolated } from "#language/isolated.ts";
import type { PromptView } from "#prompts/contract.ts";
import { IconButton } from "#ui/button.tsx";
import { Tooltip } from "#ui/tooltip.tsx";
import { rememberCopied } from "./detail/asked-question.tsx";
import { copyFromList } from "./detail/copy.ts";

/** Milliseconds for which the tick stays. */
const TICKED = 4000;

type Copied = Pick<PromptView, "id" | "title" | "content" | "llm_type_id" | "version" | "edited_at">;

export function CopyFromCard({ prompt }: { prompt: Copied }) {
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = window.setTimeout(() => setCopied(false), TICKED);
    return () => window.clearTimeout(timer);
  }, [copied]);

  const press = async () => {
    const done = await copyFromList(prompt.content, prompt.llm_type_id);
    setCopied(done);
    if (done) rememberCopied(prompt);
  };
  const Icon = copied ? Check : Copy;
  return (
    <Tooltip text="Copiar prompt">
      <IconButton
        label={`Copiar: ${isolated(prompt.title)}`}
        onClick={() => void press()}
        className="relative z-1 text-muted hover:text-primary"
      >
        <Icon aria-hidden="true" className={copied ? "animate-appear text-success" : undefined} />
      </IconButton>
    </Tooltip>
  );
}
