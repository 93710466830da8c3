import { expect, test } from "vitest";
import { readConfirmationLink } from "./email-confirmation.ts";

const read = (rest: string) => readConfirmationLink(new URL(`http://localhost/verify-email${rest}`));

test("the mail's link brings a token", () => {
  expect(read("?token_hash=abc&type=email")).toEqual({ kind: "token", tokenHash: "abc" });
});

test.each(["?", "#"])("tokens come after %s", (mark) => {
  expect(read(`${mark}access_token=a&refresh_token=r&token_type=bearer`)).toEqual({
    kind: "tokens",
    accessToken: "a",
    refreshToken: "r",
  });
});

test("tokens of another kind are told apart by what they call themselves", () => {
  expect(read("#access_token=a&refresh_token=r&type=signup").kind).toBe("tokens");
  expect(read("#access_token=a&refresh_token=r&type=recovery")).toEqual({
    kind: "foreign",
    isRecovery: true,
  });
  expect(read("?access_token=a&refresh_token=r&type=magiclink").kind).toBe("foreign");
});

test("one token without the other is none", () => {
  expect(read("#access_token=a")).toEqual({ kind: "none" });
  expect(read("#refresh_token=r")).toEqual({ kind: "none" });
});

test("a refusal of the service is told", () => {
  expect(read("#error=access_denied&error_code=otp_expired&error_description=x")).toEqual({
    kind: "refused",
    code: "otp_expired",
  });
});

test("a bare address brings nothing", () => {
  expect(read("")).toEqual({ kind: "none" });
});
