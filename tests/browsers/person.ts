/** Actions of a person at a page, whose elements have the names that the browser itself tells assistive technology. */
import { vi } from "vitest";
import { type Element, idOf, type Session } from "./webdriver.ts";

/** Elements by role. What browsers say of it differs: a list of choices is a button to WebKit, a password none to Firefox. */
const CANDIDATES = {
  button: "button:not([role])",
  checkbox: "input[type=checkbox]",
  combobox: "select",
  heading: "h1, h2, h3",
  link: "a[href]",
  menuitem: "[role=menuitem]",
  menuitemradio: "[role=menuitemradio]",
  searchbox: "input[type=search]",
  textbox: "input, textarea",
};

type Role = keyof typeof CANDIDATES;

const VISIBLE = `return [...document.querySelectorAll(arguments[0])].filter((element) =>
  element.checkVisibility({ visibilityProperty: true }) && !element.closest("[inert], [aria-hidden=true]"));`;

/** Long enough for a busy machine. */
const PATIENCE = { timeout: 30_000, interval: 100 };

export interface Person {
  open(path: string): Promise<void>;
  back(): Promise<void>;
  /** Waits for a visible element. @param name the whole name, or a pattern */
  find(role: Role, name: string | RegExp): Promise<Element>;
  press(role: Role, name: string | RegExp): Promise<void>;
  /** Replaces what a field holds. */
  fill(role: Role, name: string | RegExp, text: string): Promise<void>;
  /** Adds keys at the end of what a field holds. */
  type(role: Role, name: string | RegExp, keys: string): Promise<void>;
  choose(list: string, option: string): Promise<void>;
  /** Gives a file to the page's only field for files. */
  attach(file: string): Promise<void>;
  /** Waits for a text that is visible on the page. */
  read(text: string): Promise<void>;
  /** Waits until the script, the body of a function, returns this. */
  expectOf(script: string, wanted: unknown, ...args: unknown[]): Promise<void>;
  run<Answer>(script: string, ...args: unknown[]): Promise<Answer>;
}

export function personAt(session: Session, origin: string): Person {
  const run = <Answer>(script: string, ...args: unknown[]) => session.call<Answer>("run", { script, args });

  const look = async (role: Role, name: string | RegExp): Promise<Element> => {
    const others: string[] = [];
    for (const element of await run<Element[]>(VISIBLE, CANDIDATES[role])) {
      const named = await session.call<string>("name", { id: idOf(element) });
      if (typeof name === "string" ? named === name : name.test(named)) return element;
      others.push(named);
    }
    const at = await run<string>("return location.href");
    throw new Error(`${at} has no ${role} ${name}, only ${others.join(", ")}`);
  };
  const find: Person["find"] = (role, name) => vi.waitFor(() => look(role, name), PATIENCE);
  /** Acts on an element as soon as it takes it: what covers or replaces it may still be on its way. */
  const act = (role: Role, name: string | RegExp, deed: (id: string) => Promise<unknown>) =>
    vi.waitFor(async () => {
      const element = await look(role, name);
      // WebKit's own scrolling leaves fractions of a pixel outside, and then refuses the press.
      await run("arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })", element);
      await deed(idOf(element));
    }, PATIENCE);

  return {
    run,
    find,
    async open(path) {
      await session.call("open", { url: origin + path });
    },
    async back() {
      await session.call("back");
    },
    async press(role, name) {
      await act(role, name, (id) => session.call("press", { id }));
    },
    async fill(role, name, text) {
      await act(role, name, async (id) => {
        await session.call("empty", { id });
        await session.call("type", { id, text });
      });
    },
    async type(role, name, keys) {
      await act(role, name, (id) => session.call("type", { id, text: keys }));
    },
    async choose(list, option) {
      await act("combobox", list, async (id) => {
        const element = await run<Element | null>(
          "return [...arguments[0].options].find((option) => option.text === arguments[1])",
          { "element-6066-11e4-a52e-4f735466cecf": id },
          option,
        );
        if (!element) throw new Error(`there is no "${option}" in ${list}`);
        await session.call("press", { id: idOf(element) });
      });
    },
    async attach(file) {
      const [field] = await run<Element[]>("return [...document.querySelectorAll('input[type=file]')]");
      await session.call("type", { id: idOf(field ?? {}), text: file });
    },
    async read(text) {
      await vi.waitFor(async () => {
        if (!(await run<boolean>("return document.body.innerText.includes(arguments[0])", text)))
          throw new Error(`"${text}" is not on the page`);
      }, PATIENCE);
    },
    async expectOf(script, wanted, ...args) {
      await vi.waitFor(async () => {
        const answer = await run(script, ...args);
        if (answer !== wanted) throw new Error(`${script}: ${JSON.stringify(answer)} instead of ${wanted}`);
      }, PATIENCE);
    },
  };
}
