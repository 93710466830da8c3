/** Steers a browser by the commands of WebDriver (w3.org/TR/webdriver2), whichever way it takes them. */

/** A command as WebDriver's HTTP has it, and as Firefox's own protocol names it. */
const COMMANDS = {
  open: ["POST", "/url", "WebDriver:Navigate"],
  back: ["POST", "/back", "WebDriver:Back"],
  run: ["POST", "/execute/sync", "WebDriver:ExecuteScript"],
  name: ["GET", "/element/{id}/computedlabel", "WebDriver:GetComputedLabel"],
  press: ["POST", "/element/{id}/click", "WebDriver:ElementClick"],
  empty: ["POST", "/element/{id}/clear", "WebDriver:ElementClear"],
  type: ["POST", "/element/{id}/value", "WebDriver:ElementSendKeys"],
  picture: ["GET", "/screenshot", "WebDriver:TakeScreenshot"],
} as const;

export type Command = keyof typeof COMMANDS;

/** An element, as both protocols write it. */
export type Element = Record<string, string>;

/** A running browser with one window. */
export interface Session {
  /** @param parameters as WebDriver names them; `id` is an element's @throws Error with WebDriver's name of the error */
  call<Answer = null>(
    command: Command,
    parameters?: { id?: string; [name: string]: unknown },
  ): Promise<Answer>;
  /** Sets the size of the page, in CSS pixels. */
  resize(width: number, height: number): Promise<void>;
  /** Errors of scripts, of the console and of the Content-Security-Policy so far. */
  complaints(): Promise<string[]>;
  close(): Promise<void>;
}

/** Returns method and path, below the session, of a command over HTTP. */
export function overHttp(command: Command, id = ""): { method: string; path: string } {
  const [method, path] = COMMANDS[command];
  return { method, path: path.replace("{id}", id) };
}

/** Returns the name of a command in Firefox's protocol. */
export const inFirefox = (command: Command): string => COMMANDS[command][2];

/** Returns the id of an element for {@link Session.call}. */
export const idOf = (element: Element): string => Object.values(element)[0] ?? "";
