import { expect, test } from "vitest";
import { refusals } from "#tests/support/refusals.ts";
import { favoriteAnswer, favoriteRequest, likeAnswer, likeRequest, unlikeAnswer } from "./contract.ts";

test.each([
  ["liked", likeRequest],
  ["favorited", favoriteRequest],
] as const)("%s is said, or not: then the state flips", (field, schema) => {
  for (const request of [undefined, null, {}, { [field]: true }, { [field]: false }])
    expect(schema.parse(request)).toEqual(request);
  expect(Object.keys(refusals(schema, { [field]: "true" }))).toEqual([field]);
});

test("the state after the call is answered", () => {
  for (const [schema, answer] of [
    [likeAnswer, { isLiked: true, likesCount: 3 }],
    [unlikeAnswer, { likes_count: 2 }],
    [favoriteAnswer, { isFavorited: false }],
  ] as const)
    expect(schema.parse(answer)).toEqual(answer);
});
