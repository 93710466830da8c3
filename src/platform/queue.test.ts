import { describe, expect, test } from "vitest";
import { overloaded, tooOften } from "./http/errors.ts";
import { createFairQueue, createQueue } from "./queue.ts";

const refusal = () => overloaded("Muita gente ao mesmo tempo.", 5);

/** A task that runs until the test ends it. */
function pending() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let started = false;
  const task = () => {
    started = true;
    return promise;
  };
  return { task, end: resolve, fail: reject, isStarted: () => started };
}

/** Runs all pending microtasks and callbacks. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

test("tasks run in order within the bounds; one beyond them is refused", async () => {
  const queue = createQueue({ name: "two", running: 2, waiting: 2, refusal });
  const tasks = Array.from({ length: 4 }, pending);
  const answers = tasks.map(({ task }) => queue(task));
  await expect(queue(async () => "one too many")).rejects.toMatchObject({
    status: 503,
    headers: { "retry-after": "5" },
  });
  const started = () => tasks.map(({ isStarted }) => isStarted());
  expect(started()).toEqual([true, true, false, false]);

  tasks[1]?.end("b");
  await settle();
  expect(started()).toEqual([true, true, true, false]);
  for (const [index, name] of ["a", "", "c", "d"].entries()) tasks[index]?.end(name);
  expect(await Promise.all(answers)).toEqual(["a", "b", "c", "d"]);
});

test("a failed task frees its place", async () => {
  const queue = createQueue({ name: "one", running: 1, waiting: 1, refusal });
  const first = pending();
  const failed = queue(first.task);
  const second = queue(async () => "second");
  first.fail(new Error("no"));
  await expect(failed).rejects.toThrow("no");
  expect(await second).toBe("second");
  expect(await queue(async () => "third")).toBe("third");
});

describe("a fair queue", () => {
  const open = (limits: { waiting: number; each: number }) =>
    createFairQueue({ name: "fair", ...limits, refusal, ownRefusal: () => tooOften(10) });

  /** Owners in the order of their turns; a turn ends when the next one is requested. */
  function schedule(queue: ReturnType<typeof open>) {
    const order: string[] = [];
    let end = () => {};
    return {
      order,
      send: (owner: string) =>
        queue(owner, async () => {
          order.push(owner);
          await new Promise<void>((resolve) => {
            end = resolve;
          });
        }),
      async next() {
        end();
        await settle();
      },
    };
  }

  test("takes owners in turns, however many tasks one has sent before", async () => {
    const { order, send, next } = schedule(open({ waiting: 8, each: 5 }));
    const sent = ["a", "a", "a", "a", "b", "c", "b"].map(send);
    await settle();
    for (let turn = 0; turn < 7; turn++) await next();
    await Promise.all(sent);
    expect(order).toEqual(["a", "b", "c", "a", "b", "a", "a"]);
  });

  test("does not let owners wait forever behind new ones", async () => {
    const { order, send, next } = schedule(open({ waiting: 8, each: 2 }));
    const sent = ["x", "a", "a"].map(send);
    await settle();
    for (let turn = 0; turn < 6; turn++) {
      sent.push(send(`new ${turn}`));
      await next();
    }
    expect(order.indexOf("a")).toBe(1);
    expect(order.lastIndexOf("a")).toBeLessThan(5);
    while (order.length < sent.length) await next();
    await next();
    await Promise.all(sent);
  });

  test("is bounded in total and per owner; a failed task frees its place", async () => {
    const queue = open({ waiting: 2, each: 2 });
    const tasks = Array.from({ length: 3 }, pending);
    const [first, second, third] = ["a", "a", "b"].map((owner, at) => queue(owner, tasks[at]?.task as never));
    await expect(queue("a", pending().task)).rejects.toMatchObject({ status: 429 });
    await expect(queue("c", pending().task)).rejects.toMatchObject({ status: 503 });
    tasks[0]?.fail(new Error("no"));
    await expect(first).rejects.toThrow("no");
    tasks[2]?.end("b");
    expect(await third).toBe("b");
    tasks[1]?.end("a");
    expect(await second).toBe("a");
    expect(await queue("a", async () => "free")).toBe("free");
  });

  test("gives a newcomer the place of the newest task of who has most waiting", async () => {
    const queue = open({ waiting: 4, each: 5 });
    const tasks = Array.from({ length: 5 }, pending);
    const answers = tasks.map(({ task }) => queue("a", task));
    const refused = expect(answers[4]).rejects.toMatchObject({ status: 503 });
    const newcomer = pending();
    const taken = queue("b", newcomer.task);
    await refused;
    const other = queue("c", async () => "c");
    await expect(answers[3]).rejects.toMatchObject({ status: 503 });
    await expect(queue("b", async () => "b again")).rejects.toMatchObject({ status: 503 });
    const last = queue("d", async () => "d");
    await expect(answers[2]).rejects.toMatchObject({ status: 503 });
    // Nobody has more than one waiting.
    await expect(queue("e", async () => "e")).rejects.toMatchObject({ status: 503 });
    for (const { end } of [tasks[0], tasks[1], newcomer] as typeof tasks) end("done");
    expect(await Promise.all([answers[0], answers[1], taken, other, last])).toEqual([
      ...["done", "done", "done", "c", "d"],
    ]);
    expect(await queue("d", async () => "free")).toBe("free");
  });

  test("which spares places runs of an owner no more than it leaves", async () => {
    const queue = createFairQueue({
      name: "fair",
      ...{ running: 8, waiting: 20, each: 20, spares: true, refusal, ownRefusal: () => tooOften(10) },
    });
    const tasks = [..."aaaaaabbbbccc"].map((owner) => ({ owner, ...pending() }));
    const answers = tasks.map(({ owner, task }) => queue(owner, task));
    const running = (name: string) =>
      tasks.filter(({ owner, isStarted }) => owner === name && isStarted()).length;
    await settle();
    expect(["a", "b", "c"].map(running)).toEqual([4, 2, 1]);
    expect(await queue("d", async () => "at once")).toBe("at once");
    // The others come once there is room again.
    for (const { end } of tasks) end("done");
    expect(await Promise.all(answers)).toEqual(Array(13).fill("done"));
  });

  test("runs as many at once as it may, also of one owner", async () => {
    const queue = createFairQueue({
      name: "fair",
      running: 2,
      waiting: 4,
      each: 5,
      refusal,
      ownRefusal: () => tooOften(10),
    });
    const tasks = Array.from({ length: 4 }, pending);
    const answers = tasks.map(({ task }, at) => queue(at < 3 ? "a" : "b", task));
    await settle();
    const started = () => tasks.map(({ isStarted }) => isStarted());
    expect(started()).toEqual([true, true, false, false]);
    tasks[0]?.end("1");
    await settle();
    expect(started()).toEqual([true, true, false, true]);
    for (const { end } of tasks) end("done");
    await Promise.all(answers);
  });
});
