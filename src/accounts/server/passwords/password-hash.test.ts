import { availableParallelism } from "node:os";
import { register } from "prom-client";
import { expect, test } from "vitest";
import { setUpTestApp } from "#tests/support/accounts.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { createUser } from "#tests/support/users.ts";
import { hashPassword, verifyPassword } from "./password-hash.ts";

const site = setUpTestApp();

/** How many passwords are hashed at this moment. */
async function hashing(): Promise<number> {
  const text = await register.getSingleMetricAsString("prompteca_costly_tasks");
  return Number(/queue="passwords",state="running"\} (\d+)/.exec(text)?.[1]);
}

test("a password is the same however its accents are composed; without one, none is right", async () => {
  const stored = await hashPassword("ação-do-vovô-42".normalize("NFD"), "192.0.2.1");
  expect(await verifyPassword(stored, "ação-do-vovô-42".normalize("NFC"), "192.0.2.1")).toBe(true);
  expect(await verifyPassword(stored, "acao-do-vovo-42", "192.0.2.1")).toBe(false);
  expect(await verifyPassword(null, "ação-do-vovô-42", "192.0.2.1")).toBe(false);
});

test("who logs in waits for one guess of each other caller, however many one has sent before", async () => {
  const done: string[] = [];
  const guess = (caller: string) =>
    verifyPassword(null, "jabuticaba-azul-42", caller).then(() => done.push(caller));
  await guess("192.0.2.9");
  const flood = Array.from({ length: 30 }, (_, at) => guess(at % 2 ? "2001:db8::1" : "2001:db8::2"));
  await Promise.all([...flood, guess("192.0.2.1")]);
  // Two run, and two have their turn before.
  expect(done.indexOf("192.0.2.1")).toBeLessThanOrEqual(5);
});

test("a flood of logins does not hold up readers, and its excess is told when to come back", async () => {
  const ana = await createUser(site.ctx);
  const { thumbnail_url: picture } = await publishPrompt(site, ana, {
    title: "Para ler em paz",
    content: "Um prompt comprido o bastante para valer a pena comprimir. ".repeat(40),
  });

  const atOnce: number[] = [];
  const logins = Array.from({ length: 260 }, async () => {
    const answer = await site.logIn(ana.email);
    atOnce.push(await hashing());
    return answer;
  });
  // Each needs the threads that hash: for files, and for answers that are not compressed yet.
  const encodings = ["br", "gzip"];
  const reads = await Promise.all(
    Array.from({ length: 60 }, (_, i) => [
      site.app.inject({ url: picture }),
      site.app.inject({
        url: `/api/prompts?limit=${1 + (i % 30)}`,
        headers: { "accept-encoding": encodings[i % 2] },
      }),
    ]).flat(),
  );
  expect(reads.map(({ statusCode }) => statusCode)).toEqual(reads.map(() => 200));

  const answers = await Promise.all(logins);
  const refused = answers.filter(({ statusCode }) => statusCode === 503);
  expect(answers.length - refused.length).toBeGreaterThanOrEqual(60);
  for (const { headers, body } of refused) {
    expect(headers["retry-after"]).toBe("5");
    expect(JSON.parse(body).msg).toBe("Há muitos acessos neste momento. Tente novamente em instantes.");
  }
  expect(refused.length).toBeGreaterThan(0);
  // Half of Node.js's four threads are left to readers, and a core where there is another.
  expect(Math.max(...atOnce)).toBe(availableParallelism() > 2 ? 2 : 1);
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 503]));
});
