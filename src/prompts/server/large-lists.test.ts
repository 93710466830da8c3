import { expect, test } from "vitest";
import { readList } from "./large-lists.ts";

/** Whose time was counted. */
const timed: string[] = [];
const ctx = {
  rateLimits: {
    timed: async <T>(_limit: string, who: string, read: (wait: never) => T | Promise<T>) => {
      timed.push(who);
      return read(undefined as never);
    },
  },
};

test("of large lists two are read at a time, by networks in turns; others are read at once", async () => {
  const begun: string[] = [];
  const gates = new Map<string, PromiseWithResolvers<void>>();
  const addressOf = (name: string) => (name.startsWith("ana") ? `2001:db8:1:${name.at(-1)}::1` : name);
  function read(limit: number, owner: string, name: string) {
    const gate = Promise.withResolvers<void>();
    gates.set(name, gate);
    return readList(ctx, limit, owner, async () => {
      begun.push(name);
      await gate.promise;
      return name;
    });
  }
  const lists = ["ana 1", "ana 2", "ana 3", "beto 1"].map((name) => read(25, addressOf(name), name));
  lists.push(read(24, "ana", "short"));
  await Promise.resolve();
  expect(begun.toSorted()).toEqual(["ana 1", "ana 2", "short"]);
  gates.get("ana 1")?.resolve();
  await expect.poll(() => begun.at(-1)).toBe("beto 1");
  for (const gate of gates.values()) gate.resolve();
  expect(await Promise.all(lists)).toEqual(["ana 1", "ana 2", "ana 3", "beto 1", "short"]);
  // Of those alone the time is counted.
  expect(timed).toHaveLength(4);
  expect(timed).not.toContain("ana");
});
