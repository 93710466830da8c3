/**
 * A stranger who types somebody's address uses up nothing of its owner's. Every call that takes an address is made from
 * the stranger's network until it is refused there, and then by the owner from another.
 */
import type { LightMyRequestResponse, RouteOptions } from "fastify";
import { beforeAll, describe, expect, test } from "vitest";
import type * as z from "zod/mini";
import { forgetPace } from "#accounts/server/mails/asked-mails.ts";
import { setUpTestApp } from "#tests/support/accounts.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { createUser, PASSWORD } from "#tests/support/users.ts";

/** Routes whose bodies have an address. The posted form `/denunciar` does what `POST /api/reports` does. */
const routes: string[] = [];

function noteRoute({ method, url, schema }: RouteOptions): void {
  const { def } = (schema?.body as z.ZodMiniObject | undefined)?._zod ?? {};
  const fields = def && "shape" in def ? Object.keys(def.shape) : [];
  if (fields.some((name) => /e-?mail/.test(name))) routes.push(`${method} ${url}`);
}

const site = setUpTestApp({ RATE_LIMITS: "on" }, noteRoute);

let promptId: number;
beforeAll(async () => {
  promptId = (await publishPrompt(site, await createUser(site.ctx))).id;
});

let names = 0;
const newName = () => `Nome Digitado ${++names}`;

/** Who makes a call: with the owner's address, and what the owner alone knows. */
interface Asking {
  from: string;
  email: string;
  password: string;
}

const reported = (email: string) => ({
  target_type: "prompt",
  target_id: promptId,
  category: "spam",
  explanation: "É propaganda.",
  standing: "anyone",
  name: "Alguém",
  email,
});

interface Call {
  /** Makes the call. */
  ask(asking: Asking): Promise<LightMyRequestResponse>;
  /** State of the address; by default it has an account. */
  before?: "sign-up" | "nothing" | "blocked";
  /** Answer to the owner's call. */
  answer?: number;
  /** Whether it may be made as often as one likes. */
  isFree?: boolean;
  /** Whether a mail goes to the address. */
  mails?: boolean;
}

/** Signs up from a network of its own; the address is then what the call corrects. */
async function signUpFrom(from: string, email: string) {
  const answer = await site.post(
    "/auth/v1/signup",
    { email, password: PASSWORD, data: { username: newName() } },
    { from },
  );
  expect(answer.statusCode).toBe(200);
}

let wrong = 0;
/** How each call is made. */
const CALLS: Record<string, Call> = {
  "POST /auth/v1/signup": {
    ask: ({ from, email, password }) =>
      site.post("/auth/v1/signup", { email, password, data: { username: newName() } }, { from }),
    before: "nothing",
    mails: true,
  },
  "POST /auth/v1/token": {
    ask: ({ from, email, password }) =>
      site.post("/auth/v1/token?grant_type=password", { email, password }, { from }),
  },
  "POST /auth/v1/recover": {
    ask: ({ from, email }) => site.post("/auth/v1/recover", { email }, { from }),
    mails: true,
  },
  "POST /auth/v1/resend": {
    ask: ({ from, email }) => site.post("/auth/v1/resend", { email, type: "signup" }, { from }),
    before: "sign-up",
    mails: true,
  },
  // Six-digit codes are never mailed: it looks nothing up.
  "POST /auth/v1/verify": {
    ask: ({ from, email }) => site.post("/auth/v1/verify", { type: "email", email, token: "x" }, { from }),
    answer: 403,
    isFree: true,
  },
  "POST /api/auth/check-user-exists": {
    ask: ({ from, email }) =>
      site.post("/api/auth/check-user-exists", { username: "Curiosa", email }, { from }),
  },
  "POST /api/auth/resend-verification": {
    ask: ({ from, email }) => site.post("/api/auth/resend-verification", { email }, { from }),
    before: "sign-up",
    mails: true,
  },
  // A sign-up of one's own, moved to somebody's address.
  "POST /api/auth/correct-email": {
    async ask({ from, email, password }) {
      const mistyped = `errado${++wrong}@exemplo.com.br`;
      await signUpFrom(`192.0.2.${wrong}`, mistyped);
      return site.post("/api/auth/correct-email", { email: mistyped, password, new_email: email }, { from });
    },
    before: "nothing",
    mails: true,
  },
  "POST /api/account/blocked/export": {
    ask: ({ from, email, password }) =>
      site.post("/api/account/blocked/export", { email, password }, { from }),
    before: "blocked",
  },
  "POST /api/account/blocked/notices": {
    ask: ({ from, email, password }) =>
      site.post("/api/account/blocked/notices", { email, password }, { from }),
    before: "blocked",
  },
  "POST /api/account/blocked/decisions/:id/appeal": {
    ask: ({ from, email, password }) =>
      site.post("/api/account/blocked/decisions/1/appeal", { email, password, text: "Não." }, { from }),
    before: "blocked",
    answer: 404,
  },
  "POST /api/account/blocked/footprint": {
    ask: ({ from, email, password }) =>
      site.post("/api/account/blocked/footprint", { email, password }, { from }),
    before: "blocked",
  },
  "POST /api/account/blocked/leave": {
    ask: ({ from, email, password }) =>
      site.post("/api/account/blocked/leave", { email, password }, { from }),
    before: "blocked",
    answer: 204,
  },
  "POST /api/reports": {
    ask: ({ from, email }) => site.post("/api/reports", reported(email), { from }),
    before: "nothing",
    answer: 201,
    mails: true,
  },
};

test("every route that takes an address is asked", () => {
  expect([...new Set(routes)].sort()).toEqual([...Object.keys(CALLS), "PUT /auth/v1/user"].sort());
});

async function newAddress(has: Call["before"] = undefined): Promise<string> {
  const email = `dona${++names}@exemplo.com.br`;
  if (has === "nothing") return email;
  if (has === "sign-up") {
    await signUpFrom("192.0.2.250", email);
    return email;
  }
  const { id } = await createUser(site.ctx, { email });
  if (has === "blocked") await site.sql("update users set is_blocked = true where id = $1", id);
  return email;
}

/** More than any limit of a network allows at once. */
const ATTEMPTS = 35;
const queuedMails = async () => (await site.sql("select from pgboss.job where name = 'mail'")).length;

describe("a stranger who is refused for asking too often", () => {
  test.each(Object.entries(CALLS))(
    "keeps nobody from %s",
    async (name, { ask, before, answer, isFree, mails }) => {
      const at = Object.keys(CALLS).indexOf(name) + 1;
      const email = await newAddress(before);
      const stranger = { from: `203.0.113.${at}`, email, password: "senha-de-estranho-1" };
      // Whose sign-up is moved is the stranger's own.
      if (name === "POST /api/auth/correct-email") stranger.password = PASSWORD;
      // Not the minute between two mails, but what the stranger may ask at all.
      let isRefused = false;
      for (let attempt = 0; attempt < ATTEMPTS && !isRefused; attempt++)
        isRefused = (await ask(stranger)).body.includes("over_request_rate_limit");
      expect(isRefused).toBe(!isFree);
      const queued = await queuedMails();
      const { statusCode } = await ask({ from: `198.51.100.${at}`, email, password: PASSWORD });
      expect(statusCode).toBe(answer ?? 200);
      if (mails) expect(await queuedMails()).toBeGreaterThan(queued);
    },
  );
});

const signUp = (email: string, from: string, password = PASSWORD) =>
  site.post("/auth/v1/signup", { email, password, data: { username: newName() } }, { from });

test("all spellings of a mailbox share what one network may ask for", async () => {
  const statuses: number[] = [];
  for (let n = 1; n <= 12; n++) {
    const from = "203.0.113.200";
    await forgetPace(site.ctx, "confirmation", "vera@gmail.com", from);
    statuses.push((await signUp(`v.era+${n}@gmail.com`, from)).statusCode);
  }
  expect(statuses).toEqual([...Array(10).fill(200), 429, 429]);
});

test("one network has ten confirmations of a mailbox an hour, by whichever calls it asks for them", async () => {
  const email = await newAddress("sign-up");
  const from = "203.0.113.203";
  const queued = await queuedMails();
  for (const path of ["/api/auth/resend-verification", "/auth/v1/recover"])
    for (let n = 1; n <= 10; n++) {
      for (const kind of ["confirmation", "recovery"] as const) await forgetPace(site.ctx, kind, email, from);
      await site.post(path, { email }, { from });
    }
  expect((await queuedMails()) - queued).toBe(10);
});

test("a minute apart are the mails that one network asks for, whatever the spelling", async () => {
  const from = "203.0.113.201";
  expect((await signUp("vilma@exemplo.com.br", from)).statusCode).toBe(200);
  expect((await signUp("vilma+1@exemplo.com.br", from)).statusCode).toBe(429);
});

test("what all networks ask for one mailbox has a bound too, of reports 18 an hour", async () => {
  const email = "cheia@exemplo.com.br";
  const statuses: number[] = [];
  for (let n = 1; n <= 20; n++)
    statuses.push((await site.post("/api/reports", reported(email), { from: `192.0.2.${n}` })).statusCode);
  expect(statuses).toEqual([...Array(18).fill(201), 429, 429]);
});

describe("strangers' sign-ups with an address", () => {
  test("replace none of its owner's, whose confirmation is mailed again", async () => {
    const email = "primeira@exemplo.com.br";
    const owner = (await signUp(email, "198.51.100.200")).json().id;
    for (let n = 1; n <= 8; n++) {
      await forgetPace(site.ctx, "confirmation", email, "203.0.113.202");
      expect((await signUp(email, "203.0.113.202", `senha-de-estranho-${n}`)).statusCode).toBe(200);
    }
    const waiting = await site.sql("select id from signups where email = $1", email);
    expect(waiting).toHaveLength(6);
    expect(waiting).toContainEqual({ id: owner });
    // From wherever it is asked for, and from however many networks strangers signed up.
    for (let n = 1; n <= 3; n++) await signUp(email, `192.0.2.${70 + n}`, `senha-de-estranho-${n}`);
    for (const from of ["198.51.100.200", "192.0.2.77"]) {
      await site.sql("update signups set confirmation_sent_at = 'epoch' where email = $1", email);
      await forgetPace(site.ctx, "confirmation", email, from);
      expect((await site.post("/api/auth/resend-verification", { email }, { from })).statusCode).toBe(200);
      const mailed = await site.sql(
        "select id from signups where email = $1 and confirmation_sent_at > 'epoch'",
        email,
      );
      expect(mailed).toHaveLength(3);
      expect(mailed).toContainEqual({ id: owner });
    }
  });

  test.each([
    ["from very many networks replace the oldest but the first", "disputada", [1, 2, 3, 4, 5, 6, 7], 1],
    [
      "from two networks do not replace a later one of the first's network",
      "repetida",
      [1, 1, 2, 2, 3, 3, 4],
      2,
    ],
  ])("%s", async (_, name, networks, replaced) => {
    const email = `${name}@exemplo.com.br`;
    const ids: string[] = [];
    for (const network of networks) {
      await forgetPace(site.ctx, "confirmation", email, `192.0.2.${100 + network}`);
      ids.push((await signUp(email, `192.0.2.${100 + network}`)).json().id);
    }
    const waiting = await site.sql("select id from signups where email = $1 order by created_at", email);
    expect(waiting).toEqual(ids.filter((_, at) => at !== replaced).map((id) => ({ id })));
  });
});
