/** People who use a site all the time: when they were served, and whether one was logged out. */
import { setTimeout as delay } from "node:timers/promises";
import type { Place } from "#drills/crash/check.ts";
import { linkIn } from "#tests/support/smtp.ts";
import { type Call, send } from "./sending.ts";
import { until } from "./until.ts";

const PASSWORD = "jabuticaba-azul-42";
/** Pause between two calls of one person, and the longest wait for an answer, in milliseconds. */
const PAUSE = 150;
const PATIENCE = 10_000;

/** A session as its browser keeps it. */
interface Session {
  access_token: string;
  refresh_token: string;
}

/** Calls of one kind, again and again. */
export interface Stream {
  name: string;
  /** Milliseconds (performance.now) at which a call succeeded. */
  served: number[];
  failed: number;
  /** Answer to the last call that failed. */
  failure?: string;
}

export interface People {
  streams: Stream[];
  /** Refusals of sessions that were not ended. */
  loggedOut: string[];
  stop(): Promise<void>;
}

/** The longest time within a stretch in which no call succeeded, in milliseconds. */
export function longestWithout({ served }: Stream, from: number, to: number): number {
  const inside = [from, ...served.filter((at) => at > from && at < to), to];
  return Math.max(...inside.slice(1).map((at, index) => at - (inside[index] ?? at)));
}

/** @returns status and body, or undefined when there was no answer */
const ask = (call: Call) => send(call, { patience: PATIENCE }).catch(() => undefined);

/** Signs somebody up and in. */
export async function signIn(
  { origin, mails }: Pick<Place, "origin" | "mails">,
  name: string,
): Promise<Session> {
  const email = `${name}@example.com`;
  const data = { username: name };
  const body = { email, password: PASSWORD, data };
  await ask({ origin, path: "/auth/v1/signup", method: "POST", body });
  const mail = await until(`a mail for ${name}`, () => mails.received.find(({ to }) => to.includes(email)));
  const token_hash = linkIn(mail).searchParams.get("token_hash");
  const answer = await ask({
    origin,
    path: "/auth/v1/verify",
    method: "POST",
    body: { type: "email", token_hash },
  });
  if (answer?.status !== 200) throw new Error(`${name} cannot sign in: ${answer?.status} ${answer?.text}`);
  return JSON.parse(answer.text);
}

/**
 * Begins to read, write and keep sessions.
 * @param origins of the processes, in turns
 * @param writer likes and unlikes the prompt
 * @param sessions are refreshed all the time, as browsers do it
 */
export function openPeople(
  origins: readonly string[],
  { prompt, writer, sessions }: { prompt: number; writer: Session; sessions: Session[] },
): People {
  let going = true;
  const loggedOut: string[] = [];
  const streams: Stream[] = [];
  const running: Promise<void>[] = [];

  function repeat(name: string, call: (number: number) => Omit<Call, "origin">): void {
    const stream: Stream = { name, served: [], failed: 0 };
    streams.push(stream);
    running.push(
      (async () => {
        for (let number = 0; going; number++) {
          const answer = await ask({ origin: origins[number % origins.length] ?? "", ...call(number) });
          if (answer && answer.status < 400) stream.served.push(performance.now());
          else {
            stream.failed++;
            stream.failure = answer ? `${answer.status} ${answer.text.slice(0, 100)}` : "no answer";
          }
          if (answer?.status === 401) loggedOut.push(`${name}: 401 ${answer.text.slice(0, 100)}`);
          await delay(PAUSE);
        }
      })(),
    );
  }

  repeat("home", () => ({ path: "/" }));
  repeat("prompt", () => ({ path: `/prompts/${prompt}` }));
  // Nobody has asked for these before.
  repeat("list", (number) => ({ path: `/api/prompts?search=prompt+${number}` }));
  repeat("signed in", () => ({ path: "/api/prompts", token: writer.access_token }));
  repeat("write", (number) => ({
    path: `/api/prompts/${prompt}/like`,
    method: "POST",
    body: { liked: number % 2 === 0 },
    token: writer.access_token,
  }));
  for (const first of sessions) {
    running.push(
      (async () => {
        let session = first;
        for (let number = 0; going; number++) {
          const origin = origins[number % origins.length] ?? "";
          const answer = await ask({
            origin,
            path: "/auth/v1/token?grant_type=refresh_token",
            method: "POST",
            body: { refresh_token: session.refresh_token },
          });
          if (answer?.status === 200) session = JSON.parse(answer.text);
          else if (answer && answer.status < 500 && answer.status !== 429)
            loggedOut.push(`refresh: ${answer.status} ${answer.text.slice(0, 100)}`);
          await delay(5 * PAUSE);
        }
      })(),
    );
  }
  return {
    streams,
    loggedOut,
    async stop() {
      going = false;
      await Promise.all(running);
    },
  };
}
