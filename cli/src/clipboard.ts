/** The clipboard: the system's program for it, or the terminal's own sequence, which also works through SSH. */
import { spawn } from "node:child_process";
import { access, constants } from "node:fs/promises";
import { delimiter, isAbsolute, join } from "node:path";
import { type Io, writeSequence } from "./io.ts";

interface Program {
  name: string;
  args: string[];
  encode?: (text: string) => Buffer;
}

/** Windows takes the bytes of a program as a code page unless they say that they are UTF-16. */
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, "utf16le");

/** Bytes that terminals take in one OSC 52, encoded: xterm's limit is the smallest that is common. */
const OSC_52_LIMIT = 100_000;
/** Milliseconds after which a program that hangs is ended, and the next one tried. */
const PROGRAM_MS = 3000;

/** Programs of the clipboard, the likeliest first. */
function programsFor({ platform, env }: Pick<Io, "platform" | "env">): Program[] {
  if (platform === "darwin") return [{ name: "pbcopy", args: [] }];
  if (platform === "win32") return [{ name: "clip.exe", args: [], encode: utf16 }];
  return [
    ...(env.WAYLAND_DISPLAY ? [{ name: "wl-copy", args: ["--type", "text/plain;charset=utf-8"] }] : []),
    ...(env.DISPLAY
      ? [
          { name: "xclip", args: ["-selection", "clipboard"] },
          { name: "xsel", args: ["--clipboard", "--input"] },
        ]
      : []),
    // Linux inside Windows.
    ...(env.WSL_DISTRO_NAME ? [{ name: "clip.exe", args: [], encode: utf16 }] : []),
  ];
}

/**
 * Where a program is, by its whole path. By its name alone, Windows would look into the folder that the command runs in,
 * which may hold a stranger's files; so would others, for a part of PATH that is empty or relative.
 */
async function locate(
  name: string,
  { platform, env }: Pick<Io, "platform" | "env">,
): Promise<string | undefined> {
  const folders =
    platform === "win32"
      ? [join(env.SystemRoot ?? "C:\\Windows", "System32")]
      : (env.PATH ?? "").split(delimiter);
  for (const path of folders.filter(isAbsolute).map((folder) => join(folder, name))) {
    const isThere = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return path;
  }
  return undefined;
}

/** @returns whether it took the text; false when it is not installed */
async function give({ name, args, encode }: Program, text: string, io: Io): Promise<boolean> {
  const path = await locate(name, io);
  if (path === undefined) return false;
  return new Promise((resolve) => {
    const { env } = io;
    const child = spawn(path, args, { env, stdio: ["pipe", "ignore", "ignore"], timeout: PROGRAM_MS });
    child.on("error", () => resolve(false));
    child.on("exit", (code) => resolve(code === 0));
    // One that ends without reading.
    child.stdin.on("error", () => {});
    child.stdin.end(encode ? encode(text) : text);
  });
}

/** @returns what took the text; undefined when nothing could */
export async function copyToClipboard(io: Io, text: string): Promise<string | undefined> {
  for (const program of programsFor(io)) {
    if (await give(program, text, io)) return program.name;
  }
  const encoded = Buffer.from(text).toString("base64");
  const terminal = [io.stderr, io.stdout].find(({ isTTY }) => isTTY);
  if (!terminal || encoded.length > OSC_52_LIMIT || io.env.TERM === "dumb") return undefined;
  await writeSequence(terminal, `\u001b]52;c;${encoded}\u0007`);
  return "OSC 52";
}
