/** A database that fails while reactions wait: they fail with it, and the next ones are written. */
import { expect, test } from "vitest";
import { reactedPrompts } from "#prompts/server/viewer-state.service.ts";
import { setUpTestApp } from "#tests/support/accounts.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { createUser } from "#tests/support/users.ts";
import { openReactions } from "./reactions.service.ts";

const site = setUpTestApp();

test("a failure is no missing prompt, reaches everybody who waits, and ends with the database's", async () => {
  const users = await Promise.all([1, 2, 3].map(() => createUser(site.ctx)));
  const { id } = await publishPrompt(site, await createUser(site.ctx));
  const prompts = reactedPrompts(site.ctx);
  let isAway = true;
  const { like } = openReactions(site.ctx, {
    ...prompts,
    countLikes: (promptId) =>
      isAway ? Promise.reject(new Error("the database is away")) : prompts.countLikes(promptId),
  });
  const failed = await Promise.allSettled(users.map((user) => like(user.id, id, true)));
  for (const answer of failed) {
    expect(answer).toMatchObject({ status: "rejected", reason: { message: "the database is away" } });
  }
  isAway = false;
  const last = users.at(-1)?.id ?? "";
  expect(await like(last, id, true)).toEqual({ isLiked: true, likesCount: users.length });
});
