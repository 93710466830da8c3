/**
 * Starts an installed Firefox and steers it by Marionette, its own form of WebDriver's commands over TCP: the program
 * that translates WebDriver's HTTP for it, geckodriver, is neither in Debian nor in an npm package. Playwright's driver
 * for it asks for commands that the long-term release lacks (1.65 and 153: `emulation.setMediaFeaturesOverride`).
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { makeTestFolder, removeTestFolder } from "#tests/support/folders.ts";
import { end, findProgram } from "./programs.ts";
import { inFirefox, type Session } from "./webdriver.ts";

const PREFERENCES = {
  "marionette.port": 0,
  // Calls of the page to its console are written to the output.
  "devtools.console.stdout.content": true,
  "intl.accept_languages": "pt-BR",
  "ui.prefersReducedMotion": 1,
  "datareporting.policy.dataSubmissionEnabled": false,
};

/** Errors of the parent process's list, where all pages' errors arrive. */
const LIST_ERRORS = `return Services.console.getMessageArray()
  .filter((entry) => entry instanceof Ci.nsIScriptError && entry.flags === Ci.nsIScriptError.errorFlag)
  .filter((entry) => entry.category === "content javascript" || /CSP|Content Security/.test(entry.category))
  .map((entry) => entry.errorMessage)`;

/** As large as BiDi's "browsingContext.setViewport" makes it: windows cannot be as narrow as a phone. */
const SET_SIZE = `const [width, height] = arguments;
  Object.assign(gBrowser.selectedBrowser.style, { flex: "none", width: width + "px", height: height + "px" });`;

/** @returns undefined where no Firefox is installed */
export function findFirefox(): string | undefined {
  return findProgram("firefox-esr", "firefox");
}

export async function startFirefox(program: string): Promise<Session> {
  const profile = await makeTestFolder();
  const lines = Object.entries(PREFERENCES).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  );
  await writeFile(join(profile, "user.js"), lines.join(""));
  const firefox = spawn(
    program,
    ["--headless", "--marionette", "--remote-allow-system-access", "--no-remote", "--profile", profile],
    // The home folder is for files outside of the profile.
    { stdio: ["ignore", "pipe", "ignore"], env: { ...process.env, HOME: profile, TZ: "America/Sao_Paulo" } },
  );
  const { port, said } = await watch(firefox);
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  const send = speak(socket);
  await send("WebDriver:NewSession", { capabilities: {} });
  /** Runs a script with the rights of the browser itself. */
  const runInside = async <Answer>(script: string, args: unknown[] = []): Promise<Answer> => {
    await send("Marionette:SetContext", { value: "chrome" });
    const answer = await send("WebDriver:ExecuteScript", { script, args });
    await send("Marionette:SetContext", { value: "content" });
    return answer as Answer;
  };
  return {
    call: async (command, parameters = {}) => (await send(inFirefox(command), parameters)) as never,
    resize: (width, height) => runInside(SET_SIZE, [width, height]),
    complaints: async () => [...said, ...(await runInside<string[]>(LIST_ERRORS))],
    async close() {
      socket.destroy();
      await end(firefox);
      await removeTestFolder(profile);
    },
  };
}

/** Reads the output: the port first, then what pages write to their console. */
async function watch(firefox: ChildProcess): Promise<{ port: number; said: string[] }> {
  const said: string[] = [];
  const output = createInterface({ input: firefox.stdout as NodeJS.ReadableStream });
  const port = await new Promise<number>((resolve, reject) => {
    firefox.once("exit", (code) => reject(new Error(`Firefox ended with ${code} before it listened`)));
    output.on("line", (line) => {
      const [, listens] = line.match(/Marionette\s+INFO\s+Listening on port (\d+)/) ?? [];
      if (listens) resolve(Number(listens));
      // Firefox's own messages have a name before them; the message follows on the next line.
      if (/^console\.(?:warn|error): (?!\w+: $|"Skipping" \d+ "un-needed interventions")/.test(line))
        said.push(line);
    });
  });
  return { port, said };
}

/** A message is its length in bytes, a colon, and JSON: `[0, id, command, parameters]`, answered by `[1, id, error, answer]`. */
function speak(socket: Socket): (command: string, parameters: object) => Promise<unknown> {
  const waiting = new Map<number, (answer: [{ error: string; message: string } | null, unknown]) => void>();
  let unread = Buffer.alloc(0);
  let sent = 0;
  socket.on("data", (data: Buffer) => {
    unread = Buffer.concat([unread, data]);
    for (;;) {
      const start = unread.indexOf(":") + 1;
      const end = start + Number(unread.subarray(0, Math.max(0, start - 1)));
      if (start === 0 || unread.length < end) return;
      const message = JSON.parse(unread.subarray(start, end).toString());
      unread = unread.subarray(end);
      // The first message is a greeting.
      if (Array.isArray(message)) waiting.get(message[1])?.([message[2], message[3]]);
    }
  });
  return async (command, parameters) => {
    sent += 1;
    const id = sent;
    const text = JSON.stringify([0, id, command, parameters]);
    socket.write(`${Buffer.byteLength(text)}:${text}`);
    const [error, answer] = await new Promise<[{ error: string; message: string } | null, unknown]>(
      (resolve) => {
        waiting.set(id, resolve);
      },
    );
    waiting.delete(id);
    if (error) throw new Error(`${command}: ${error.error}: ${error.message}`);
    return answer && typeof answer === "object" && "value" in answer ? answer.value : answer;
  };
}
