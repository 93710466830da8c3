import { describe, expect, test } from "vitest";
import { addressOfTarget, reportForm, targetOf } from "./report-form.ts";

const ORIGIN = "https://prompteca.example:8443";
const ID = "0f8fad5b-d9cb-469f-a165-70867728950e";

describe("an address", () => {
  test.each([
    `${ORIGIN}/prompts/12`,
    "prompteca.example:8443/prompts/12/",
    "HTTPS://Prompteca.example:8443/prompts/12?q=casa#texto",
    " /prompts/12 ",
    addressOfTarget(ORIGIN, "prompt", "12"),
  ])("%s is a prompt's", (address) => {
    expect(targetOf(address, ORIGIN)).toEqual({ target_type: "prompt", target_id: 12 });
  });

  test.each([
    `${ORIGIN}/users/${ID}?page=2`,
    `/users/${ID.toUpperCase()}`,
    addressOfTarget(ORIGIN, "user", ID),
  ])("%s is an author's", (address) => {
    expect(targetOf(address, ORIGIN)).toEqual({ target_type: "user", target_id: ID });
  });

  test.each([
    [`${ORIGIN}/prompts/12#resultado-34`, { target_type: "result", target_id: 34 }],
    ["/prompts/12/?q=casa#resultado-34", { target_type: "result", target_id: 34 }],
    [addressOfTarget(ORIGIN, "result", "12-34"), { target_type: "result", target_id: 34 }],
    [`${ORIGIN}/colecoes/12-receitas-do-dia`, { target_type: "collection", target_id: 12 }],
    ["/colecoes/12", { target_type: "collection", target_id: 12 }],
    [addressOfTarget(ORIGIN, "collection", "12"), { target_type: "collection", target_id: 12 }],
    ["/prompts/12/versoes/3", { target_type: "prompt", target_id: 12, target_version: 3 }],
    [
      addressOfTarget(ORIGIN, "prompt", "12", "3"),
      { target_type: "prompt", target_id: 12, target_version: 3 },
    ],
    ["/prompts/12/versoes?de=1&para=2", { target_type: "prompt", target_id: 12 }],
  ])("%s names what is there", (address, target) => {
    expect(targetOf(address, ORIGIN)).toEqual(target);
  });

  test.each([
    ["result", "12"],
    ["result", "a-b"],
    ["coisa", "12"],
    [null, "12"],
    ["prompt", null],
  ])("of a %s with the id %s is none", (type, id) => {
    expect(addressOfTarget(ORIGIN, type, id)).toBe("");
  });

  test.each([
    "https://outro.example/prompts/12",
    "https://prompteca.example/prompts/12",
    `${ORIGIN}.outro.example/prompts/12`,
    `${ORIGIN}/prompts`,
    `${ORIGIN}/prompts/12/edit`,
    `${ORIGIN}/prompts/abc`,
    `${ORIGIN}/colecoes/receitas`,
    `${ORIGIN}/colecoes/12/x`,
    "12",
    "",
  ])("%s is none of what can be reported", (address) => {
    expect(targetOf(address, ORIGIN)).toBeUndefined();
  });
});

test("what a member typed as a visitor is left out", () => {
  const typed = {
    address: "/prompts/12",
    category: "spam",
    explanation: "Propaganda.",
    standing: "anyone",
    name: "Ana",
    email: "ana@",
  };
  expect(reportForm(ORIGIN, true).parse(typed)).toEqual({ ...typed, name: undefined, email: undefined });
});

test("an empty form is refused field by field, a member's without name and e-mail", () => {
  const empty = { address: "", category: "", explanation: "", standing: "", name: "", email: "" };
  const refused = (isMember: boolean) =>
    Object.fromEntries(
      reportForm(ORIGIN, isMember)
        .safeParse(empty)
        .error?.issues.map(({ path, message }) => [path[0], message]) ?? [],
    );
  const both = {
    address: "Informe o que você quer denunciar",
    category: "Escolha o que há de errado",
    explanation: "Explique o que há de errado",
    standing: "Escolha uma das opções",
  };
  expect(refused(true)).toEqual(both);
  expect(refused(false)).toEqual({ ...both, name: "Informe seu nome", email: "Informe seu e-mail" });
});
