/** A prompt's text as it was written, with what is meant to be filled in underlined. */
import { useMemo } from "react";
import { segmentVariables } from "./prompt-variables.ts";

export function PromptText({ content }: { content: string }) {
  const segments = useMemo(() => segmentVariables(content), [content]);
  return (
    <p className="text-prompt whitespace-pre-wrap wrap-anywhere">
      {segments.map(({ text, variable }, index) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: a segment has no identity but its place
        if (variable) return <VariableName key={index} text={text} />;
        return text;
      })}
    </p>
  );
}

function VariableName({ text }: { text: string }) {
  return <span className="underline decoration-accent decoration-2 underline-offset-4">{text}</span>;
}
