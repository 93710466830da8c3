import { focusManager, onlineManager, QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient } from "./query-client.ts";

afterEach(() => {
  focusManager.setFocused(undefined);
});

test("what fails is not asked again, nor what was answered: not by time, focus or connection", async () => {
  const client = createQueryClient();
  client.mount();
  const watch = (key: string, queryFn: () => Promise<string>) => {
    const observer = new QueryObserver(client, { queryKey: [key], queryFn, retryDelay: 0 });
    return { observer, stop: observer.subscribe(() => {}) };
  };
  const fails = vi.fn(async (): Promise<string> => {
    throw new Error("no answer");
  });
  const answers = vi.fn(async () => "an answer");
  const failed = watch("fails", fails);
  const answered = watch("answers", answers);
  await expect.poll(() => failed.observer.getCurrentResult().status).toBe("error");
  await expect.poll(() => answered.observer.getCurrentResult().status).toBe("success");
  const again = watch("answers", answers);
  for (const manager of [
    focusManager.setFocused.bind(focusManager),
    onlineManager.setOnline.bind(onlineManager),
  ]) {
    manager(false);
    manager(true);
  }
  // The cache hears of it a moment later.
  await new Promise((resolve) => setImmediate(resolve));
  expect([fails.mock.calls.length, answers.mock.calls.length]).toEqual([1, 1]);
  for (const { stop } of [failed, answered, again]) stop();
  client.unmount();
  client.clear();
});
