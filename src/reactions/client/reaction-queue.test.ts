import { describe, expect, test } from "vitest";
import { createReactionQueue } from "./reaction-queue.ts";

interface Call {
  id: number;
  wanted: boolean;
  answer(state: string): void;
  fail(error: Error): void;
}

/** A queue whose server answers when the test says so. */
function queueWithCalls() {
  const calls: Call[] = [];
  const wish = createReactionQueue<string>(
    (id, wanted) =>
      new Promise((answer, fail) => {
        calls.push({ id, wanted, answer, fail });
      }),
  );
  /** Lets everything happen that waits for nothing but its turn. */
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const call = (index: number) => {
    const found = calls[index];
    if (!found) throw new Error(`no call ${index}`);
    return found;
  };
  return { wish, calls, call, settle };
}

describe("createReactionQueue", () => {
  test("a single wish is sent, and its end is the server's word", async () => {
    const { wish, call } = queueWithCalls();
    const end = wish(1, true, "before");
    expect(call(0)).toMatchObject({ id: 1, wanted: true });
    call(0).answer("liked by 8");
    expect(await end).toEqual({ state: "liked by 8" });
  });

  test("wishes made while a call runs wait, and only the last of them is sent", async () => {
    const { wish, calls, call, settle } = queueWithCalls();
    const end = wish(1, true, "before");
    expect(await Promise.all([wish(1, false, "?"), wish(1, true, "?"), wish(1, false, "?")])).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(calls).toHaveLength(1);
    call(0).answer("liked");
    await settle();
    expect(calls.map(({ wanted }) => wanted)).toEqual([true, false]);
    call(1).answer("not liked");
    expect(await end).toEqual({ state: "not liked" });
  });

  test("a wish that came back to what was sent needs no second call", async () => {
    const { wish, calls, call } = queueWithCalls();
    const end = wish(1, true, "before");
    await Promise.all([wish(1, false, "?"), wish(1, true, "?")]);
    call(0).answer("liked");
    expect(await end).toEqual({ state: "liked" });
    expect(calls).toHaveLength(1);
  });

  test("a failure goes back to what was known, and the next wish starts afresh", async () => {
    const { wish, calls, call } = queueWithCalls();
    const end = wish(1, true, "before");
    const refused = new Error("refused");
    call(0).fail(refused);
    expect(await end).toEqual({ state: "before", error: refused });

    const again = wish(1, true, "before");
    expect(calls).toHaveLength(2);
    call(1).answer("liked");
    expect(await again).toEqual({ state: "liked" });
  });

  test("after a failure a changed wish is still sent, and its success is no failure", async () => {
    const { wish, call, settle } = queueWithCalls();
    const end = wish(1, true, "before");
    await wish(1, false, "?");
    call(0).fail(new Error("lost"));
    await settle();
    expect(call(1).wanted).toBe(false);
    call(1).answer("not liked");
    expect(await end).toEqual({ state: "not liked" });
  });

  test("a failure after a success goes back to that success", async () => {
    const { wish, call, settle } = queueWithCalls();
    const end = wish(1, true, "before");
    await wish(1, false, "?");
    call(0).answer("liked");
    await settle();
    const lost = new Error("lost");
    call(1).fail(lost);
    expect(await end).toEqual({ state: "liked", error: lost });
  });

  test("things do not wait for each other", async () => {
    const { wish, calls, call } = queueWithCalls();
    const first = wish(1, true, "before");
    const second = wish(2, true, "before");
    expect(calls.map(({ id }) => id)).toEqual([1, 2]);
    call(1).answer("second");
    expect(await second).toEqual({ state: "second" });
    call(0).answer("first");
    expect(await first).toEqual({ state: "first" });
  });
});
