import { expect, test } from "vitest";
import { profilePath, readProfileAddress } from "./profile-address.ts";

test.each([
  ["/profile", "prompts", 1],
  ["/profile?page=3", "prompts", 3],
  ["/profile?tab=favoritos", "favoritos", 1],
  ["/profile?tab=favoritos&page=2", "favoritos", 2],
  ["/profile?tab=colecoes", "colecoes", 1],
] as const)("%s shows the tab %s, page %i, and is its address", (path, tab, page) => {
  const { searchParams } = new URL(path, "http://site.invalid");
  expect(readProfileAddress(searchParams)).toEqual({ tab, page });
  expect(profilePath({ tab, page })).toBe(path);
});

test.each([
  "?tab=",
  "?tab=Favoritos",
  "?tab=admin",
  "?tab=avisos",
  "?page=0",
  "?page=-1",
  "?page=2.5",
  "?page=abc",
])("%s is the first page of one's own prompts", (query) => {
  expect(readProfileAddress(new URLSearchParams(query))).toEqual({ tab: "prompts", page: 1 });
});
