/** What an issuer is asked for. */
import { expect, test } from "vitest";
import { accountChoiceOf } from "./issuers.ts";

test.each([
  ["google", true, { prompt: "select_account" }],
  ["google", false, {}],
  ["oidc", true, {}],
] as const)("%s, linking %s: %o", (provider, isLinking, asked) =>
  expect(accountChoiceOf({ provider }, isLinking)).toEqual(asked),
);
