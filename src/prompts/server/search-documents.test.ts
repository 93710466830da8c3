import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { growthOf } from "#tests/support/growth.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const ORDINARY = "Criação de imagens à beira-mar: corações, anéis e pães — luz dourada ao entardecer. ";

test("is the same whether a text is folded in pieces or at once", async () => {
  for (const written of ["", "–", ORDINARY, ORDINARY.repeat(40), ORDINARY.repeat(40).normalize("NFD")]) {
    const { rows } = await database.pool.query("select fold_text($1) as pieces, fold($1) as whole", [
      written,
    ]);
    expect(rows[0].pieces).toBe(rows[0].whole);
  }
});

test("has no more of a text than four times its length, whatever its characters fold to", async () => {
  const { rows } = await database.pool.query(
    `select every.character, search_document(repeat(every.character, 400) || ' alvo') @@ 'alvo' as is_whole
    from (
      select chr(code) as character from generate_series(1, 1114111) as code where code not between 55296 and 57343
    ) as every
    where length(normalize(every.character, NFKD)) > 5`,
  );
  expect(rows.map(({ is_whole }) => is_whole)).toEqual(rows.map(() => false));
  expect(rows.length).toBeGreaterThan(0);
});

test.each([
  ["of folded marks", "\u0301\u0323"],
  ["of marks that are not folded away", "\u1dc0\u1dc2"],
])("takes time in step with the length of a run %s", async (_kind, marks) => {
  const document = (length: number) =>
    database.pool.query("select search_document($1)", [`a${marks.repeat(length)}`]);
  expect(await growthOf(document)).toBeLessThan(120);
});
