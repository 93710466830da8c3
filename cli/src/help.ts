/** The help, written from the tables of commands and options. */
import stringWidth from "string-width";
import { COMMANDS, type Command } from "./commands.ts";
import { COMMON, OPTIONS, type OptionName, optionName } from "./options.ts";
import type { Style } from "./terminal.ts";
import type { Texts } from "./texts.ts";

const commandName = (name: string, { pt }: Command, texts: Texts) => (texts.lang === "pt" ? pt[0] : name);

/** Rows of two columns. */
function rows(pairs: readonly (readonly string[])[], style: Style): string[] {
  const width = Math.max(...pairs.map(([left = ""]) => stringWidth(left)));
  return pairs.map(([left = "", right = ""]) => {
    const space = " ".repeat(width - stringWidth(left));
    return `  ${style("cyan", left)}${space}  ${right}`;
  });
}

function optionRows(names: readonly OptionName[], texts: Texts): string[][] {
  return names.map((name) => {
    const [value = "", what = ""] = texts.options[name] ?? [];
    const option = OPTIONS[name];
    const short = "short" in option ? `, -${option.short}` : "";
    return [`${optionName(name, texts)}${short} ${value}`.trim(), what];
  });
}

export function mainHelp(texts: Texts, style: Style): string {
  const title = (text: string) => style("bold", text);
  const commands = Object.entries(COMMANDS).map(([name, command]) => {
    const [takes = "", what = ""] = texts.commands[name] ?? [];
    return [`${commandName(name, command, texts)} ${takes}`.trim(), what];
  });
  return [
    texts.intro,
    "",
    `${title(texts.usage)}: ${texts.usageLine}`,
    "",
    title(texts.commandsTitle),
    ...rows(commands, style),
    "",
    title(texts.commonTitle),
    ...rows(optionRows(COMMON, texts), style),
    "",
    title(texts.environmentTitle),
    ...rows(texts.environment, style),
    "",
    title(texts.examplesTitle),
    ...texts.examples.map((example) => `  ${example}`),
    "",
    title(texts.exitTitle),
    ...rows(texts.exitCodes, style),
    "",
    texts.moreHelp,
  ].join("\n");
}

export function commandHelp(name: string, command: Command, texts: Texts, style: Style): string {
  const [takes = "", what = ""] = texts.commands[name] ?? [];
  const { pt, en = [], options } = command;
  const used = commandName(name, command, texts);
  const others = [...pt, name, ...en].filter((other) => other !== used);
  return [
    `${style("bold", texts.usage)}: prompteca ${used} ${takes}`.trimEnd(),
    "",
    `${what.charAt(0).toUpperCase()}${what.slice(1)}. (${others.join(", ")})`,
    ...(options.length > 0
      ? ["", style("bold", texts.optionsTitle), ...rows(optionRows(options, texts), style)]
      : []),
    "",
    style("bold", texts.commonTitle),
    ...rows(optionRows(COMMON, texts), style),
  ].join("\n");
}
