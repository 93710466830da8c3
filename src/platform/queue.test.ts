import { expect, test } from "vitest";
import { overloaded } from "./errors.ts";
import { createQueue } from "./queue.ts";

const refusal = () => overloaded("Muita gente ao mesmo tempo.", 5);

/** A task that runs until it is told to end. */
function held() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let started = false;
  const task = () => {
    started = true;
    return promise;
  };
  return { task, end: resolve, fail: reject, isStarted: () => started };
}

/** Lets everything run that is ready to. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

test("so many run, so many wait in order, the next is refused", async () => {
  const queue = createQueue({ name: "two", running: 2, waiting: 2, refusal });
  const tasks = Array.from({ length: 4 }, held);
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

test("a task that fails gives its place back", async () => {
  const queue = createQueue({ name: "one", running: 1, waiting: 1, refusal });
  const first = held();
  const failed = queue(first.task);
  const second = queue(async () => "second");
  first.fail(new Error("no"));
  await expect(failed).rejects.toThrow("no");
  expect(await second).toBe("second");
  expect(await queue(async () => "third")).toBe("third");
});
