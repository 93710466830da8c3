/**
 * One person after another who registers, publishes, imports, makes a key, edits, likes, removes and leaves, and writes down what
 * was acknowledged.
 */
import type { Random } from "#tests/support/random.ts";
import { linkIn } from "#tests/support/smtp.ts";
import type { Place } from "./check.ts";
import { changing, IMPORTED, type KnownAccount, type KnownPrompt, type Ledger, REMIXED } from "./ledger.ts";

const PASSWORD = "jabuticaba-azul-42";
/** How long any answer may take, in milliseconds. */
const ANSWER_TIMEOUT = 60_000;
const CONTENT = "Escreva em português do Brasil, com calma e com exemplos do dia a dia.";
interface Member {
  account: KnownAccount;
  token: string | undefined;
}

/** The source of a remix, which may be removed meanwhile. */
interface Remix {
  remixed_from: number;
  remix_note: string;
}

/** A publication whose answer was lost: it is sent again, under the same name. */
interface Publication {
  key: string;
  body: { title: string; content: string; llm_type_id: number; thumbnail_url: string } & Partial<Remix>;
}

/** The same of an import. */
interface PendingImport {
  key: string;
  body: { text: string; chosen: number[] };
}

/** Keys of one member: a site has a limit. */
const MOST_KEYS = 10;
/** Prompts of one import. */
const AT_ONCE = 3;

export interface Actor {
  /** Acts until told to pause; then waits for its last answer. */
  run(goOn: () => boolean): Promise<void>;
}

/** @param pictures data URLs that all share, so that several prompts have one picture */
export function createActor(
  { origin, mails }: Pick<Place, "origin" | "mails">,
  ledger: Ledger,
  name: string,
  random: Random,
  pictures: readonly string[],
): Actor {
  let member: Member | undefined;
  let pending: Publication | undefined;
  let pendingImport: PendingImport | undefined;
  /** For this member. */
  let keysTried = 0;
  let made = 0;
  const own = new Map<number, KnownPrompt>();

  /** @returns the answer, or undefined when there was none or the site said that it cannot now */
  async function ask(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
    try {
      const answer = await fetch(origin + path, {
        method,
        headers: {
          ...(member?.token && { authorization: `Bearer ${member.token}` }),
          ...(body && { "content-type": "application/json" }),
          ...headers,
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(ANSWER_TIMEOUT),
      });
      const text = await answer.text();
      if (answer.status === 503 && answer.headers.get("retry-after")) {
        ledger.refused++;
        return undefined;
      }
      if (answer.status >= 500)
        ledger.unclear.push(`${method} ${path}: ${answer.status} ${text.slice(0, 200)}`);
      return { status: answer.status, body: text.startsWith("{") ? JSON.parse(text) : undefined };
    } catch (error) {
      if ((error as Error).name === "TimeoutError") ledger.unclear.push(`${method} ${path}: no answer`);
      return undefined;
    }
  }
  /** The same, where only one status acknowledges. */
  async function write(status: number, ...call: Parameters<typeof ask>) {
    const answer = await ask(...call);
    if (answer?.status !== status) {
      if (answer && answer.status >= 400 && answer.status < 500 && ![401, 404, 429].includes(answer.status)) {
        ledger.unclear.push(`${call[0]} ${call[1]}: ${answer.status} ${JSON.stringify(answer.body)}`);
      }
      return undefined;
    }
    ledger.acknowledged++;
    return answer.body ?? {};
  }

  async function register(): Promise<void> {
    made++;
    const email = `${name}-${made}@example.com`;
    const account: KnownAccount = {
      email,
      signedUp: false,
      there: new Set([false]),
      mails: 1,
      promisedMails: 0,
    };
    ledger.accounts.set(email, account);
    member = { account, token: undefined };
    const data = { username: `${name} ${made}` };
    const answer = await write(200, "POST", "/auth/v1/signup", { email, password: PASSWORD, data });
    account.signedUp = answer !== undefined;
    if (account.signedUp) account.promisedMails = 1;
    else member = undefined;
  }

  /** Comes in by the mail, or with the password when that may have worked before. */
  async function comeIn(person: Member): Promise<void> {
    const { account } = person;
    if (account.there.has(true)) {
      const session = await ask("POST", "/auth/v1/token?grant_type=password", {
        email: account.email,
        password: PASSWORD,
      });
      if (session?.status === 200) {
        person.token = session.body.access_token;
        account.there = new Set([true]);
        return;
      }
    }
    const mail = mails.received.find(({ to }) => to.includes(account.email));
    if (!mail) return void (await new Promise((resolve) => setTimeout(resolve, 50)));
    const token_hash = linkIn(mail).searchParams.get("token_hash");
    const session = await changing(account.there, true, () =>
      write(200, "POST", "/auth/v1/verify", { type: "email", token_hash }),
    );
    person.token = session?.access_token;
  }

  function remix(): Partial<Publication["body"]> {
    const known = [...ledger.prompts.values()].filter(({ there }) => !there.has(false)).slice(-10);
    if (known.length === 0 || random.chance(0.6)) return {};
    const content = `${CONTENT} ${REMIXED} ${name} ${made}.`;
    return { content, remixed_from: random.pick(known).id, remix_note: "Outra vez" };
  }

  async function publish(owner: string): Promise<void> {
    made++;
    pending ??= {
      key: `${name}-${made}-aaaaaaaaaaaa`,
      body: {
        title: `Prompt ${name} ${made}`,
        content: CONTENT,
        llm_type_id: random.whole(1, 4),
        thumbnail_url: random.pick(pictures),
        ...remix(),
      },
    };
    const { key, body } = pending;
    const answer = await write(201, "POST", "/api/prompts", body, { "idempotency-key": key });
    if (!answer) return;
    pending = undefined;
    const prompt = { id: answer.id, owner, there: new Set([true]), titles: new Set([body.title]) };
    own.set(prompt.id, prompt);
    ledger.prompts.set(prompt.id, prompt);
  }

  async function importSome(owner: string): Promise<void> {
    made++;
    pendingImport ??= {
      key: `${name}-${made}-bbbbbbbbbbbb`,
      body: {
        text: JSON.stringify(
          Array.from({ length: AT_ONCE }, (_, at) => ({
            title: `${IMPORTED} ${name} ${made} ${at}`,
            content: CONTENT,
          })),
        ),
        chosen: Array.from({ length: AT_ONCE }, (_, at) => at + 1),
      },
    };
    const { key, body } = pendingImport;
    const answer = await write(201, "POST", "/api/imports", body, { "idempotency-key": key });
    if (!answer) return;
    pendingImport = undefined;
    const prompts: { id: number; title: string }[] = answer.prompts;
    ledger.imports.push({ owner, prompts: new Map(prompts.map(({ id, title }) => [id, title])) });
  }

  async function makeKey(account: KnownAccount): Promise<void> {
    // A mail tells of it; of a key whose answer was lost, too.
    account.mails++;
    const fields = { name: "Programa", scopes: ["read"], expires_in_days: 30 };
    const answer = await write(201, "POST", "/api/account/keys", fields);
    if (!answer) return;
    account.promisedMails++;
    ledger.keys.push({ owner: account.email, key: answer.key });
  }

  async function edit(prompt: KnownPrompt): Promise<void> {
    made++;
    const title = `Mudado ${name} ${made}`;
    const thumbnail_url = random.chance(0.5) ? { thumbnail_url: random.pick(pictures) } : {};
    await changing(prompt.titles, title, () =>
      write(200, "PATCH", `/api/prompts/${prompt.id}`, { title, ...thumbnail_url }),
    );
  }

  async function remove(prompt: KnownPrompt): Promise<void> {
    own.delete(prompt.id);
    await changing(prompt.there, false, () => write(204, "DELETE", `/api/prompts/${prompt.id}`));
  }

  async function like(email: string): Promise<void> {
    const known = [...ledger.prompts.values()].filter(({ there }) => !there.has(false));
    if (known.length === 0) return;
    const { id } = random.pick(known.slice(-40));
    const liked = random.chance(0.7);
    const key = `${email} ${id}`;
    const possible = ledger.likes.get(key) ?? new Set([false]);
    ledger.likes.set(key, possible);
    await changing(possible, liked, () => write(200, "POST", `/api/prompts/${id}/like`, { liked }));
  }

  async function leave({ account }: Member): Promise<void> {
    account.mails++;
    for (const prompt of own.values()) prompt.there.add(false);
    const left = await changing(account.there, false, () =>
      write(204, "DELETE", "/api/account", { password: PASSWORD }),
    );
    if (left) {
      account.promisedMails++;
      for (const prompt of own.values()) prompt.there.delete(true);
    }
    own.clear();
    pending = undefined;
    pendingImport = undefined;
    keysTried = 0;
    member = undefined;
  }

  async function act(): Promise<void> {
    if (!member) return register();
    if (!member.token) return comeIn(member);
    const chance = random.between(0, 1);
    const { email } = member.account;
    const prompt = own.size > 0 ? random.pick([...own.values()]) : undefined;
    if (pending || !prompt || chance < 0.3) return publish(email);
    if (chance < 0.45) return edit(prompt);
    if (chance < 0.6) return remove(prompt);
    if (pendingImport || chance < 0.68) return importSome(email);
    if (chance < 0.8 && ++keysTried <= MOST_KEYS) return makeKey(member.account);
    if (chance < 0.97) return like(email);
    return leave(member);
  }

  return {
    async run(goOn) {
      while (goOn()) {
        const { acknowledged } = ledger;
        await act();
        // After a refusal it waits a little, as people do.
        if (ledger.acknowledged === acknowledged) await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
  };
}
