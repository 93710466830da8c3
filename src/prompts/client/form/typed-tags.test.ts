import { expect, test } from "vitest";
import { inputMessages } from "#prompts/input-messages.ts";
import { addTags, readTags, writeTags } from "./typed-tags.ts";

test("a value holds chosen tags and what is still typed", () => {
  expect(readTags("")).toEqual({ tags: [], typed: "" });
  expect(readTags("Redação,ENEM,ret")).toEqual({ tags: ["Redação", "ENEM"], typed: "ret" });
  expect(writeTags(["Redação", "ENEM"], "ret")).toBe("Redação,ENEM,ret");
  expect(readTags(writeTags(["Redação"]))).toEqual({ tags: ["Redação"], typed: "" });
});

test("tags are tidied, each is added once, and empty ones not at all", () => {
  expect(addTags(["Redação"], [" #Retrato  a óleo ", "redações", "", " "])).toEqual({
    tags: ["Redação", "Retrato a óleo"],
    typed: "",
    message: undefined,
  });
});

test.each([
  ["C++", inputMessages.tagInvalid],
  ["a", inputMessages.tagTooShort],
  ["a".repeat(31), inputMessages.tagTooLong],
])("%s stays typed, with the reason, and the others are added", (text, message) => {
  expect(addTags([], ["Retrato", text, "Aquarela"])).toEqual({
    tags: ["Retrato", "Aquarela"],
    typed: text,
    message,
  });
});

test("the sixth stays typed", () => {
  const five = ["aa", "bb", "cc", "dd", "ee"];
  expect(addTags(five, ["ff", "BB"])).toEqual({
    tags: five,
    typed: "ff",
    message: inputMessages.tagsTooMany,
  });
});
