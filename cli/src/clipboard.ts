/** The clipboard: the system's program for it, or the terminal's own sequence, which also works through SSH. */
import { spawn } from "node:child_process";
import { type Io, write } from "./io.ts";

interface Program {
  command: string;
  args: string[];
  encode?: (text: string) => Buffer;
}

/** Windows takes the bytes of a program as a code page unless they say that they are UTF-16. */
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, "utf16le");

/** Bytes that terminals take in one OSC 52, encoded: xterm's limit is the smallest that is common. */
const OSC_52_LIMIT = 100_000;
/** Milliseconds after which a program that hangs is ended, and the next one tried. */
const PROGRAM_MS = 3000;

/** What may be there, the likeliest first. */
function programsFor({ platform, env }: Pick<Io, "platform" | "env">): Program[] {
  if (platform === "darwin") return [{ command: "pbcopy", args: [] }];
  if (platform === "win32") return [{ command: "clip.exe", args: [], encode: utf16 }];
  return [
    ...(env.WAYLAND_DISPLAY ? [{ command: "wl-copy", args: ["--type", "text/plain;charset=utf-8"] }] : []),
    ...(env.DISPLAY
      ? [
          { command: "xclip", args: ["-selection", "clipboard"] },
          { command: "xsel", args: ["--clipboard", "--input"] },
        ]
      : []),
    // Linux inside Windows.
    ...(env.WSL_DISTRO_NAME ? [{ command: "clip.exe", args: [], encode: utf16 }] : []),
  ];
}

/** @returns whether it took the text; false when it is not installed */
function give({ command, args, encode }: Program, text: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { env, stdio: ["pipe", "ignore", "ignore"], timeout: PROGRAM_MS });
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
    if (await give(program, text, io.env)) return program.command;
  }
  const encoded = Buffer.from(text).toString("base64");
  const terminal = [io.stderr, io.stdout].find(({ isTTY }) => isTTY);
  if (!terminal || encoded.length > OSC_52_LIMIT || io.env.TERM === "dumb") return undefined;
  await write(terminal, `\u001b]52;c;${encoded}\u0007`);
  return "OSC 52";
}
