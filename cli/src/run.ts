/** One run: finds the command, gives it what it needs, and says how it ended. */
import { PromptecaError } from "../../client/client.ts";
import { commandNamed } from "./commands.ts";
import { commandHelp, mainHelp } from "./help.ts";
import { CliError, EXIT, type Io, write } from "./io.ts";
import { COMMON, OPTIONS, readArguments } from "./options.ts";
import { openSession } from "./session.ts";
import { safeLine, styleFor } from "./terminal.ts";
import { type Texts, textsFor, textsIn } from "./texts.ts";
import { NAME, VERSION } from "./version.ts";

/** The language that the arguments name, before anything else can go wrong. */
function languageOf(io: Io): Texts {
  const texts = textsFor(io);
  const at = io.args.findIndex((arg) => /^--(lang|idioma)(=|$)/.test(arg));
  if (at < 0) return texts;
  const [, value = io.args[at + 1] ?? ""] = io.args[at]?.split("=") ?? [];
  const named = textsIn(value);
  if (!named) throw new CliError(EXIT.usage, texts.langInvalid);
  return named;
}

/** The first argument that is neither an option nor its value is the command, at any place. */
function takeCommand(args: readonly string[]): { command: string | undefined; rest: string[] } {
  const takesValue = new Set(
    Object.entries(OPTIONS).flatMap(([name, option]) =>
      "value" in option && name !== "version" ? [`--${name}`, `--${option.pt}`] : [],
    ),
  );
  let at = 0;
  while (at < args.length && args[at]?.startsWith("-")) at += takesValue.has(args[at] ?? "") ? 2 : 1;
  return { command: args[at], rest: [...args.slice(0, at), ...args.slice(at + 1)] };
}

const has = (args: string[], ...names: string[]) => args.some((arg) => names.includes(arg));

async function runCommand(io: Io, texts: Texts): Promise<void> {
  if (io.args.some((arg) => /\bpk_[0-9A-Za-z]{36}\b/.test(arg)))
    throw new CliError(EXIT.usage, texts.keyInArguments);
  const { command: given, rest: args } = takeCommand(io.args);
  const style = styleFor(io.stdout, io.env);
  if (given === undefined) {
    if (has(args, "--version", "--versao", "-v")) return write(io.stdout, `${NAME} ${VERSION}\n`);
    const { options } = readArguments(args, COMMON, texts);
    const isAsked = options.help === true;
    const stream = isAsked ? io.stdout : io.stderr;
    await write(stream, `${mainHelp(texts, styleFor(stream, io.env))}\n`);
    if (!isAsked) throw new CliError(EXIT.usage, "");
    return;
  }
  if (["help", "ajuda"].includes(given)) return write(io.stdout, `${mainHelp(texts, style)}\n`);
  const found = commandNamed(given);
  if (!found) throw new CliError(EXIT.usage, texts.unknownCommand(safeLine(given)));
  const [name, command] = found;
  const read = readArguments(args, [...COMMON, ...command.options], texts);
  if (read.options.help) return write(io.stdout, `${commandHelp(name, command, texts, style)}\n`);
  const extra = read.rest[command.takes];
  if (extra !== undefined) throw new CliError(EXIT.usage, texts.tooManyArguments(safeLine(extra)));
  const session = await openSession(io, texts, read);
  try {
    await command.run(session);
  } catch (error) {
    throw error instanceof PromptecaError ? session.explain(error) : error;
  }
}

/** @returns the exit code. What went wrong is on stderr then */
export async function run(io: Io): Promise<number> {
  let texts = textsFor(io);
  try {
    texts = languageOf(io);
    await runCommand(io, texts);
    return EXIT.ok;
  } catch (error) {
    // The reader of the output, such as `head`, has closed it.
    if ((error as NodeJS.ErrnoException).code === "EPIPE") return EXIT.ok;
    const style = styleFor(io.stderr, io.env);
    if (error instanceof CliError) {
      if (error.message) await write(io.stderr, `${style("red", error.message)}\n`).catch(() => {});
      return error.exitCode;
    }
    const { stack = String(error) } = error as Error;
    await write(io.stderr, `${style("red", texts.bug)}\n${stack}\n`).catch(() => {});
    return EXIT.failed;
  }
}
