import { expect, test } from "vitest";
import { holding } from "./held-files.ts";

const longest = { text: "x".repeat(6 * 1024 * 1024) };
const busy = { status: 503 };

/** Holds a file until it is let go. */
function hold(account: string, source: { text?: string; files?: { name: string; text: string }[] }) {
  let letGo = () => {};
  const held = holding(
    account,
    source,
    () =>
      new Promise<void>((resolve) => {
        letGo = resolve;
      }),
  );
  held.catch(() => undefined);
  return async () => {
    letGo();
    await held;
  };
}
const ask = (account: string, source = longest) => holding(account, source, async () => "done");

test("an account holds two of the longest files, or many short ones, and three are held in all", async () => {
  const ana = [hold("ana", longest), hold("ana", { files: [{ name: "a.md", text: longest.text }] })];
  await expect(ask("ana")).rejects.toMatchObject(busy);
  await expect(ask("ana", { text: "curto" })).rejects.toMatchObject(busy);
  expect(await ask("beto")).toBe("done");
  const beto = hold("beto", longest);
  await expect(ask("carla")).rejects.toMatchObject(busy);
  await ana[0]?.();
  expect(await ask("carla")).toBe("done");
  await Promise.all([ana[1]?.(), beto()]);
  const many = Array.from({ length: 50 }, () => hold("ana", { text: "x".repeat(100_000) }));
  expect(await ask("ana")).toBe("done");
  await Promise.all(many.map((letGo) => letGo()));
});

test("what fails holds nothing", async () => {
  for (let time = 0; time < 4; time++)
    await expect(
      holding("dora", longest, async () => {
        throw new Error("no");
      }),
    ).rejects.toThrow("no");
  expect(await ask("dora")).toBe("done");
});
