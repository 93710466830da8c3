import { expect, test } from "vitest";
import { workOffDue } from "./due-work.ts";

test("one that fails keeps no other from being done, however many fail, and is told in the end", async () => {
  const due = new Set(Array.from({ length: 9 }, (_, id) => id));
  const tried: number[] = [];
  const working = workOffDue(
    { most: 2 },
    async (failed) => [...due].filter((id) => !failed.includes(id)).slice(0, 2),
    async (id) => {
      tried.push(id);
      if (id < 4) throw new Error(`not ${id}`);
      due.delete(id);
    },
  );
  await expect(working).rejects.toThrow("not 3");
  expect(tried).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  expect([...due]).toEqual([0, 1, 2, 3]);
});
