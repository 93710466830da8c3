/** Fills in a prompt's variables, and writes or copies the text. */
import { foldText } from "../../../src/language/fold.ts";
import {
  fieldKey,
  fillVariables,
  presetsOf,
  unfilledOf,
  variablesOf,
} from "../../../src/prompts/variables.ts";
import { ask, isInteractive } from "../ask.ts";
import { copyToClipboard } from "../clipboard.ts";
import { CliError, EXIT } from "../io.ts";
import type { Session } from "../session.ts";
import { safeLine } from "../terminal.ts";
import { readPrompt } from "./show.ts";

/** The values of `--var`, by variable. A name may leave out case and accents. */
function givenValues({ options, texts }: Session, variables: readonly string[]): Map<string, string> {
  const values = new Map<string, string>();
  for (const given of options.var ?? []) {
    const end = given.indexOf("=");
    if (end < 1) throw new CliError(EXIT.usage, texts.varInvalid(safeLine(given)));
    const name = fieldKey(given.slice(0, end));
    const variable =
      variables.find((known) => known === name) ??
      variables.find((known) => foldText(known) === foldText(name));
    if (!variable) throw new CliError(EXIT.usage, texts.varUnknown(safeLine(name), variables.map(safeLine)));
    values.set(variable, given.slice(end + 1));
  }
  return values;
}

/** The text with what was given, and what the person at the terminal answers for the rest. */
async function filledText(session: Session): Promise<string> {
  const { io, texts, noteStyle } = session;
  const { segments } = await readPrompt(session);
  const variables = variablesOf(segments);
  const presets = presetsOf(segments);
  const values = givenValues(session, variables);
  const missing = variables.filter((variable) => !values.has(variable));
  if (missing.length > 0 && isInteractive(io)) {
    await session.tell(noteStyle("dim", texts.askVariables));
    const answers = await ask(
      io,
      missing.map((variable) => {
        const preset = presets.get(variable);
        return `${safeLine(variable)}${preset ? ` [${safeLine(preset)}]` : ""}: `;
      }),
    );
    for (const [at, variable] of missing.entries()) values.set(variable, answers[at] ?? "");
  }
  const left = unfilledOf(segments, values);
  if (left.length > 0) await session.tell(texts.left(left.map(safeLine)));
  return fillVariables(segments, values);
}

export async function fill(session: Session): Promise<void> {
  await session.print(await filledText(session));
}

export async function copy(session: Session): Promise<void> {
  const { io, texts } = session;
  const taken = await copyToClipboard(io, await filledText(session));
  if (!taken) throw new CliError(EXIT.failed, texts.notCopied);
  await session.tell(taken === "OSC 52" ? texts.copiedByTerminal : texts.copied);
}
