/** Redirects of addresses without a page. */
import { expect, test } from "vitest";
import { findRedirect } from "./routes.ts";

test("the profile's former tabs lead to their pages, and take what else was asked along", () => {
  expect(findRedirect("/profile", "?tab=configuracoes")).toBe("/settings");
  expect(findRedirect("/profile", "?tab=avisos&page=2")).toBe("/avisos?page=2");
  expect(findRedirect("/profile", "?tab=novidades")).toBe("/novidades");
  expect(findRedirect("/login", "?next=/submit")).toBe("/auth?next=%2Fsubmit");
});

test.each(Object.getOwnPropertyNames(Object.prototype))(
  "%s, which every object has, is no address",
  (name) => {
    expect(findRedirect("/profile", `?tab=${name}`)).toBeUndefined();
    expect(findRedirect(name, "")).toBeUndefined();
  },
);
