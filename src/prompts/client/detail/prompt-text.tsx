/** A prompt's text as written, with variables underlined and filled-in values highlighted. */
import type { FilledIn } from "./use-filled-in.ts";

export function PromptText({ segments, values }: Pick<FilledIn, "segments" | "values">) {
  return (
    <p className="text-prompt whitespace-pre-wrap wrap-anywhere">
      {segments.map(({ text, variable }, index) => {
        if (!variable) return text;
        const value = values.get(variable)?.trim();
        // biome-ignore lint/suspicious/noArrayIndexKey: a segment is identified by its position
        return value ? <Value key={index} text={value} /> : <VariableName key={index} text={text} />;
      })}
    </p>
  );
}

function VariableName({ text }: { text: string }) {
  return <span className="underline decoration-accent decoration-2 underline-offset-4">{text}</span>;
}

function Value({ text }: { text: string }) {
  return (
    <mark className="rounded-tile bg-accent box-decoration-clone px-1 py-0.5 text-on-accent">{text}</mark>
  );
}
