/** The button that copies the prompt. */
import { useEffect, useState } from "react";
import { messages } from "#prompts/messages.ts";
import { Button } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import { openStep } from "./ai-sites.ts";
import { copy, fillStep } from "./copy.ts";
import { fieldsLeft } from "./fields-left.ts";
import type { FilledIn } from "./use-filled-in.ts";

/** Milliseconds for which the mark stays filled. */
const FILLED = 4000;

interface Props {
  /** The tool that the prompt is for. */
  toolId: number;
  filledIn: FilledIn;
  onCopied: () => void;
  className?: string;
}

export function CopyPromptButton({ toolId, filledIn: { text, left, fillOut }, onCopied, className }: Props) {
  const [times, setTimes] = useState(0);
  const [filled, setFilled] = useState(false);

  useEffect(() => {
    if (times === 0) return;
    setFilled(true);
    const timer = window.setTimeout(() => setFilled(false), FILLED);
    return () => window.clearTimeout(timer);
  }, [times]);

  const press = async () => {
    const copied = await copy(text, {
      title: messages.promptCopied,
      description: fieldsLeft(left) ?? messages.promptCopiedText,
      action: left > 0 ? fillStep(fillOut) : openStep(toolId, text),
    });
    if (!copied) return;
    setTimes((count) => count + 1);
    onCopied();
  };
  return (
    <Button size="lg" onClick={() => void press()} className={className}>
      {/* Where the bar is narrow, one word. */}
      <CopyMark filled={filled} />
      <span>
        Copiar<span className="max-[27rem]:sr-only lg:max-xl:sr-only"> prompt</span>
      </span>
    </Button>
  );
}

/** The brand mark as an outline, filled after copying. */
function CopyMark({ filled }: { filled: boolean }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="-1 -1 18 18"
      className="size-6"
      strokeWidth="1.25"
      strokeLinejoin="round"
    >
      <path
        className={cx("stroke-current transition-[fill]", filled ? "fill-current" : "fill-transparent")}
        d="M0 0h8v4a4 4 0 0 0-4 4H0zM8 0a8 8 0 0 1 8 8H8zM0 8h8a8 8 0 0 1-8 8z"
      />
      <circle
        className={cx(
          "origin-[12px_12px] transition-transform",
          filled ? "scale-100 fill-accent" : "scale-75 fill-current",
        )}
        cx="12"
        cy="12"
        r="3"
      />
    </svg>
  );
}
