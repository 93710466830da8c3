/** The options of all commands, in both languages, and how arguments become them. */
import { parseArgs } from "node:util";
import { CliError, EXIT } from "./io.ts";
import type { Texts } from "./texts.ts";

/** By their English name, which the program uses too: the Portuguese one, and what follows it. */
export const OPTIONS = {
  tool: { pt: "ferramenta", value: true },
  tag: { pt: "tag", value: true },
  order: { pt: "ordem", value: true },
  works: { pt: "funciona" },
  page: { pt: "pagina", value: true },
  after: { pt: "depois", value: true },
  limit: { pt: "limite", value: true },
  json: { pt: "json" },
  version: { pt: "versao", value: true },
  var: { pt: "var", value: true, many: true },
  yes: { pt: "sim", short: "y" },
  image: { pt: "imagem", value: true },
  url: { pt: "endereco", value: true },
  timeout: { pt: "tempo", value: true },
  lang: { pt: "idioma", value: true },
  help: { pt: "ajuda", short: "h" },
} as const satisfies Record<string, { pt: string; value?: true; many?: true; short?: string }>;
export type OptionName = keyof typeof OPTIONS;

/** Every command has them. */
export const COMMON = ["url", "timeout", "lang", "help"] as const satisfies OptionName[];

export type Options = {
  [K in OptionName]?: (typeof OPTIONS)[K] extends { many: true }
    ? string[]
    : (typeof OPTIONS)[K] extends { value: true }
      ? string
      : boolean;
};

const definitions = Object.entries(OPTIONS) as [
  OptionName,
  { pt: string; value?: true; many?: true; short?: string },
][];

/** Options and other arguments, as parseArgs knows them by both names. */
export function readArguments(
  args: string[],
  allowed: readonly OptionName[],
  texts: Texts,
): { options: Options; rest: string[] } {
  const config = Object.fromEntries(
    definitions.flatMap(([name, { pt, value, many, short }]) => {
      if (!allowed.includes(name)) return [];
      const option = {
        type: value ? ("string" as const) : ("boolean" as const),
        ...(many && { multiple: true }),
      };
      return [
        [pt, option],
        [name, { ...option, ...(short && { short }) }],
      ];
    }),
  );
  try {
    const { values, positionals } = parseArgs({ args, options: config, allowPositionals: true });
    const options: Record<string, unknown> = {};
    for (const [name, { pt, many }] of definitions) {
      const english = values[name];
      const portuguese = pt === name ? undefined : values[pt];
      if (many) options[name] = [english, portuguese].flat().filter((value) => value !== undefined);
      else if (english !== undefined || portuguese !== undefined) options[name] = english ?? portuguese;
    }
    return { options: options as Options, rest: positionals };
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    const name = /'(-[^' ]*)/.exec(message)?.[1] ?? "";
    if (code === "ERR_PARSE_ARGS_UNKNOWN_OPTION") throw new CliError(EXIT.usage, texts.unknownOption(name));
    if (code === "ERR_PARSE_ARGS_INVALID_OPTION_VALUE")
      throw new CliError(EXIT.usage, texts.optionValue(name));
    throw error;
  }
}

/** A whole number from 1. @param value absent when the option is */
export function wholeNumber(
  value: string | undefined,
  name: OptionName,
  texts: Texts,
  max: number,
): number | undefined {
  if (value === undefined) return undefined;
  const number = /^\d{1,9}$/.test(value) ? Number(value) : 0;
  if (number < 1 || number > max)
    throw new CliError(EXIT.usage, texts.numberInvalid(optionName(name, texts), max));
  return number;
}

/** As the help writes it in this language. */
export const optionName = (name: OptionName, { lang }: Texts): string =>
  `--${lang === "pt" ? OPTIONS[name].pt : name}`;
