/**
 * Writes that the site has acknowledged, and those that it may have done without saying so: a check may expect no
 * others.
 */

/** In the text of every remix. */
export const REMIXED = "Na versão";

/** Values that something may have by now: one when it was acknowledged, several while an answer is missing. */
export type Possible<T> = Set<T>;

export interface KnownPrompt {
  id: number;
  owner: string;
  /** Whether it is there. */
  there: Possible<boolean>;
  titles: Possible<string>;
}

/** Beginning of the titles of imported prompts. */
export const IMPORTED = "Importado";

export interface KnownImport {
  owner: string;
  /** Titles by the ids of its prompts. */
  prompts: Map<number, string>;
}

export interface KnownKey {
  owner: string;
  key: string;
}

export interface KnownAccount {
  email: string;
  /** Whether the sign-up was acknowledged, so that its mail must come. */
  signedUp: boolean;
  /** Whether the person exists. */
  there: Possible<boolean>;
  /** How many different mails may have come at most. */
  mails: number;
  /** How many must come. */
  promisedMails: number;
}

export interface Ledger {
  accounts: Map<string, KnownAccount>;
  prompts: Map<number, KnownPrompt>;
  /** By `email prompt`. */
  likes: Map<string, Possible<boolean>>;
  /** Imports that were acknowledged. */
  imports: KnownImport[];
  /** API keys that were acknowledged. */
  keys: KnownKey[];
  /** Writes that were acknowledged. */
  acknowledged: number;
  /** Answers that were neither the expected ones nor a clear "not now". */
  unclear: string[];
  /** Refused for the moment, in words: 503. */
  refused: number;
}

export function openLedger(): Ledger {
  return {
    accounts: new Map(),
    prompts: new Map(),
    likes: new Map(),
    imports: [],
    keys: [],
    acknowledged: 0,
    unclear: [],
    refused: 0,
  };
}

/** Records a change of a value: until the answer comes, both values are possible. */
export async function changing<T, Answer>(
  possible: Possible<T>,
  wanted: T,
  ask: () => Promise<Answer | undefined>,
): Promise<Answer | undefined> {
  possible.add(wanted);
  const answer = await ask();
  if (answer !== undefined) {
    possible.clear();
    possible.add(wanted);
  }
  return answer;
}
