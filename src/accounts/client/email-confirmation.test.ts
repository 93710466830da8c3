import { expect, test } from "vitest";
import { readConfirmationLink } from "./email-confirmation.ts";

const read = (rest: string) => readConfirmationLink(new URL(`http://localhost/verify-email${rest}`));

test("the mail's link brings a token", () => {
  expect(read("?token_hash=abc&type=email")).toEqual({ kind: "token", tokenHash: "abc" });
});

test.each(["?", "#"])("tokens come after %s", (mark) => {
  const tokens = { kind: "tokens", accessToken: "a", refreshToken: "r" };
  expect(read(`${mark}access_token=a&refresh_token=r&token_type=bearer`)).toEqual(tokens);
  expect(read(`${mark}access_token=a&refresh_token=r&type=signup`)).toEqual(tokens);
});

test.each([
  ["#access_token=a&refresh_token=r&type=recovery", { kind: "foreign", isRecovery: true }],
  ["?access_token=a&refresh_token=r&type=magiclink", { kind: "foreign", isRecovery: false }],
  ["#access_token=a", { kind: "none" }],
  ["#refresh_token=r", { kind: "none" }],
  ["", { kind: "none" }],
  ["#error=access_denied&error_code=otp_expired", { kind: "refused", code: "otp_expired" }],
])("an address with %s is read as %o", (rest, link) => {
  expect(read(rest)).toEqual(link);
});
