/**
 * Starts Debian's WebKit, the engine of Safari, by its WebDriver program. It draws on a screen of its own, Xvfb, because it has
 * no headless mode.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { makeTestFolder, removeTestFolder } from "#tests/support/folders.ts";
import { freePort } from "#tests/support/free-port.ts";
import { pause } from "#tests/support/pause.ts";
import { end, findProgram } from "./programs.ts";
import { overHttp, type Session } from "./webdriver.ts";

export interface WebKitPrograms {
  driver: string;
  browser: string;
  screen: string;
}

/** Takes what was collected since the last time. The first time on a page, this only begins. */
const COLLECT = `if (!window.complaints) {
    const list = (window.complaints = []);
    addEventListener("error", (event) => list.push(event.message));
    addEventListener("unhandledrejection", (event) => list.push(String(event.reason)));
    addEventListener("securitypolicyviolation", (event) => list.push(event.violatedDirective + " " + event.blockedURI));
    for (const level of ["error", "warn"]) {
      const original = console[level];
      console[level] = (...words) => { list.push(words.map(String).join(" ")); original(...words); };
    }
  }
  return window.complaints.splice(0);`;

/** @returns undefined where one of the programs is not installed */
export function findWebKit(): WebKitPrograms | undefined {
  const driver = findProgram("WebKitWebDriver");
  const browser = findProgram(
    ...["x86_64", "aarch64"].map((kind) => `/usr/lib/${kind}-linux-gnu/webkit2gtk-4.1/MiniBrowser`),
  );
  const screen = findProgram("Xvfb");
  return driver && browser && screen ? { driver, browser, screen } : undefined;
}

export async function startWebKit(programs: WebKitPrograms): Promise<Session> {
  const screen = spawn(
    programs.screen,
    ["-displayfd", "1", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"],
    { stdio: ["ignore", "pipe", "ignore"] },
  );
  const [display] = await once(screen.stdout, "data");
  const port = await freePort();
  const home = await makeTestFolder();
  const driver = spawn(programs.driver, [`--port=${port}`], {
    stdio: "ignore",
    env: {
      ...process.env,
      DISPLAY: `:${String(display).trim()}`,
      HOME: home,
      TZ: "America/Sao_Paulo",
      LANGUAGE: "pt_BR",
    },
  });
  const origin = `http://127.0.0.1:${port}`;
  await untilAnswers(`${origin}/status`);
  const close = async () => {
    await Promise.all([end(driver), end(screen)]);
    await removeTestFolder(home);
  };
  // Without its toolbar, which full screen hides, the window can be as narrow as a phone.
  const options = { binary: programs.browser, args: ["--automation", "--full-screen"] };
  const { sessionId } = await post<{ sessionId: string }>("POST", `${origin}/session`, {
    capabilities: { alwaysMatch: { "webkitgtk:browserOptions": options } },
  }).catch(async (error) => {
    await close();
    throw error;
  });
  const session = `${origin}/session/${sessionId}`;
  const complaints: string[] = [];
  const collect = async () => {
    complaints.push(
      ...(await post<string[]>("POST", `${session}/execute/sync`, { script: COLLECT, args: [] })),
    );
  };
  return {
    async call(command, { id, ...parameters } = {}) {
      const { method, path } = overHttp(command, id);
      // The list is lost when the page is left, so it is read before.
      const leaves = command === "open" || command === "back";
      if (leaves) await collect();
      const answer = await post(method, session + path, parameters);
      if (leaves) await collect();
      return answer as never;
    },
    async resize(width, height) {
      await post("POST", `${session}/window/rect`, { x: 0, y: 0, width, height });
    },
    async complaints() {
      await collect();
      return complaints;
    },
    close: () => post("DELETE", session).then(close, close),
  };
}

/** The driver does not tell when it listens. */
async function untilAnswers(url: string): Promise<void> {
  while (!(await fetch(url).catch(() => null))) await pause(50, "until it is asked again");
}

async function post<Answer>(method: string, url: string, body?: object): Promise<Answer> {
  const answer = await fetch(url, {
    method,
    ...(method === "POST" && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(60_000),
  });
  const { value } = await answer.json();
  if (!answer.ok) throw new Error(`${new URL(url).pathname}: ${value.error}: ${value.message}`);
  return value;
}
