import { expect, test } from "vitest";
import { refusals } from "#tests/support/refusals.ts";
import { deleteAccountRequest, footprint, publicUser } from "./contract.ts";
import { messages } from "./messages.ts";

test("of a person nothing but what is public is answered", () => {
  const person = {
    id: "018f4e6a-7c1e-7b2a-8d3c-4e5f60718293",
    username: "Ana",
    created_at: "2026-11-22T12:00:00.000Z",
    prompts_count: 3,
  };
  expect(publicUser.parse({ ...person, email: "ana@exemplo.com.br" })).toEqual(person);
});

test("who leaves is told all that goes", () => {
  const goes = { prompts: 1, pictures: 2, likes: 3, favorites: 4, sessions: 5, needs_password: true };
  expect(footprint.parse(goes)).toEqual(goes);
});

test("leaving may come without a password", () => {
  for (const request of [undefined, null, {}, { password: null }, { password: "a".repeat(1000) }]) {
    expect(refusals(deleteAccountRequest, request)).toEqual({});
    expect(deleteAccountRequest.parse(request)).toEqual(request);
  }
  for (const password of ["a".repeat(1001), 5])
    expect(refusals(deleteAccountRequest, { password })).toEqual({ password: messages.passwordWrong });
});
