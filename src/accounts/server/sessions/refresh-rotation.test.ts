/** One browser on a bad network is never signed out; two who hold the same session are found out. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { exchange, REUSE_SECONDS, type Rotation } from "./refresh-rotation.ts";

/** The service: one session, at a time of its own. */
class Service {
  rotation: Rotation = { newest: 0, spent: -1, first: 0 };
  /** Seconds. */
  now = 0;
  ended = false;
  #givenAt = 0;

  /** @returns the token that is given, or undefined when the session has ended */
  refresh(token: number): number | undefined {
    if (this.ended) return undefined;
    const rotation = exchange(this.rotation, token, this.now - this.#givenAt);
    if (typeof rotation === "string") {
      expect(rotation).toBe("reused");
      this.ended = true;
      return undefined;
    }
    if (rotation !== this.rotation) this.#givenAt = this.now;
    this.rotation = rotation;
    return rotation.newest;
  }
}

/** A call of a tab: on its way, or answered on its way back. */
interface Call {
  token: number;
  sentAt: number;
  given?: number | undefined;
}

/** A browser whose tabs share its storage, as `@supabase/auth-js` behaves in it (wire contract). */
class Browser {
  stored = 0;
  /** The storage's value before, to which a crashed browser falls back if the newer token was not sent. */
  #before: number | undefined;
  #calls: Call[] = [];
  readonly #service: Service;
  constructor(service: Service) {
    this.#service = service;
  }

  /** A tab asks with what storage holds. */
  send(): void {
    this.#before = undefined;
    this.#calls.push({ token: this.stored, sentAt: this.#service.now });
  }

  /** A call reaches the service, in any order; one that takes too long never does. */
  arrive(which: number): void {
    const waiting = this.#calls.filter((call) => !("given" in call));
    const call = waiting[which % waiting.length];
    if (!call) return;
    const late = this.#service.now - call.sentAt > REUSE_SECONDS;
    call.given = late ? undefined : this.#service.refresh(call.token);
  }

  /** An answer arrives, however late; it is stored unless another tab has stored another token meanwhile. */
  hear(which: number): void {
    const answered = this.#calls.filter((call) => "given" in call);
    const call = answered[which % answered.length];
    if (!call) return;
    this.#calls.splice(this.#calls.indexOf(call), 1);
    if (call.given === undefined || call.token !== this.stored) return;
    this.#before = this.stored;
    this.stored = call.given;
  }

  /** The page is loaded anew, or the network breaks: no answer that is under way arrives. */
  lose(): void {
    this.#calls = [];
  }

  crash(): void {
    this.lose();
    if (this.#before !== undefined) this.stored = this.#before;
    this.#before = undefined;
  }
}

const step = fc.record({
  do: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom("send", "arrive", "hear") },
    { weight: 1, arbitrary: fc.constantFrom("lose", "crash") },
  ),
  which: fc.nat(5),
  /** Seconds before. */
  pause: fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: 0, max: 3 }) },
    { weight: 2, arbitrary: fc.integer({ min: REUSE_SECONDS + 1, max: 100 * 24 * 3600 }) },
  ),
});

function live(
  service: Service,
  browser: Browser,
  steps: readonly { do: Exclude<keyof Browser, "stored">; which: number; pause: number }[],
) {
  for (const one of steps) {
    service.now += one.pause;
    browser[one.do](one.which);
  }
}

test("one browser is never signed out, whatever answers are lost, tabs it has, reloads and crashes", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
      const service = new Service();
      live(service, new Browser(service), steps);
      expect(service.ended).toBe(false);
    }),
    { numRuns: 3000 },
  );
});

test("a thief and the owner are found out once both have refreshed twice, in whatever order, whenever it was stolen", () => {
  const turns = fc.array(fc.constantFrom("owner", "thief"), { minLength: 4, maxLength: 40 });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), turns, (steps, order) => {
      const service = new Service();
      const browser = new Browser(service);
      live(service, browser, steps);
      const tokens = { owner: browser.stored, thief: browser.stored };
      const refreshes = { owner: 0, thief: 0 };
      for (const who of order) {
        service.now += REUSE_SECONDS + 1;
        tokens[who] = service.refresh(tokens[who]) ?? tokens[who];
        refreshes[who]++;
        if (refreshes.owner >= 2 && refreshes.thief >= 2) expect(service.ended).toBe(true);
      }
    }),
    { numRuns: 3000 },
  );
});

test("any earlier token gets the newest for ten seconds, as the wire contract has it, and then ends the session", () => {
  const rotation = { newest: 5, spent: 4, first: 5 };
  expect(exchange(rotation, 2, REUSE_SECONDS)).toBe(rotation);
  expect(exchange(rotation, 2, REUSE_SECONDS + 1)).toBe("reused");
});

test("a token that was never given is unknown, and ends nothing", () => {
  expect(exchange({ newest: 3, spent: 2, first: 3 }, 4, 0)).toBe("unknown");
});
