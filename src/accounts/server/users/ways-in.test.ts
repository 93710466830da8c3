/** The rule of the last way in. */
import { expect, test } from "vitest";
import { hasAnotherWayIn } from "./ways-in.ts";

test.each([
  [true, 0, 0, false],
  [false, 1, 0, false],
  [false, 0, 1, false],
  [false, 0, 0, false],
  [true, 1, 0, true],
  [true, 0, 1, true],
  [false, 2, 0, true],
  [false, 1, 1, true],
  [false, 0, 2, true],
])("keeps a way in: password %s, %i issuers, %i passkeys", (hasPassword, identities, passkeys, kept) => {
  expect(hasAnotherWayIn({ hasPassword, identities, passkeys })).toBe(kept);
});
