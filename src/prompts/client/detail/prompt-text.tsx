/** A prompt's text as written, with variables tinted and filled-in values highlighted. */
import { valueIn } from "#prompts/variables.ts";
import type { FilledIn } from "./use-filled-in.ts";

export function PromptText({ segments, values }: Pick<FilledIn, "segments" | "values">) {
  return (
    <p className="text-prompt whitespace-pre-wrap wrap-anywhere">
      {segments.map((segment, index) => {
        const { text, variable } = segment;
        if (!variable) return text;
        const value = valueIn(segment, values);
        // biome-ignore lint/suspicious/noArrayIndexKey: a segment is identified by its position
        return value ? <Value key={index} text={value} /> : <VariableName key={index} text={text} />;
      })}
    </p>
  );
}

function VariableName({ text }: { text: string }) {
  return <span className="rounded-tile bg-accent/20 box-decoration-clone px-1 py-0.5">{text}</span>;
}

function Value({ text }: { text: string }) {
  return (
    <mark className="rounded-tile bg-accent box-decoration-clone px-1 py-0.5 text-on-accent">{text}</mark>
  );
}
