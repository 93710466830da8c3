/** The commands by their English name, which the program uses too: the Portuguese ones, options, and what runs. */
import { copy, fill } from "./commands/fill.ts";
import { login, logout } from "./commands/keys.ts";
import { favorites, search } from "./commands/lists.ts";
import { publish } from "./commands/publish.ts";
import { show } from "./commands/show.ts";
import type { OptionName } from "./options.ts";
import type { Session } from "./session.ts";

export interface Command {
  /** In Portuguese, the one of the help first. */
  pt: string[];
  /** In English, beside the own name. */
  en?: string[];
  options: OptionName[];
  /** Arguments at most. */
  takes: number;
  run(session: Session): Promise<void>;
}

export const COMMANDS: Record<string, Command> = {
  search: {
    pt: ["buscar"],
    options: ["tool", "tag", "order", "works", "page", "after", "limit", "json"],
    takes: Number.POSITIVE_INFINITY,
    run: search,
  },
  show: { pt: ["mostrar", "ver"], options: ["version", "json"], takes: 1, run: show },
  fill: { pt: ["preencher"], options: ["var", "version"], takes: 1, run: fill },
  copy: { pt: ["copiar"], options: ["var", "version"], takes: 1, run: copy },
  publish: {
    pt: ["publicar"],
    options: ["image", "tool", "yes", "json"],
    takes: Number.POSITIVE_INFINITY,
    run: publish,
  },
  favorites: {
    pt: ["favoritos"],
    en: ["favourites"],
    options: ["page", "after", "limit", "json"],
    takes: 0,
    run: favorites,
  },
  login: { pt: ["entrar"], options: [], takes: 0, run: login },
  logout: { pt: ["sair"], options: [], takes: 0, run: logout },
};

/** @param given in either language */
export function commandNamed(given: string): [name: string, Command] | undefined {
  return Object.entries(COMMANDS).find(
    ([name, { pt, en = [] }]) => name === given || pt.includes(given) || en.includes(given),
  );
}
