/** The trigger of versions, whoever edits: on the oldest PostgreSQL too. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";

let database: TestDatabase;
let id: number;
const [first, second] = ["a".repeat(32), "b".repeat(32)];

async function sql<Row extends object>(text: string, ...values: unknown[]): Promise<Row[]> {
  return (await database.pool.query<Row>(text, values)).rows;
}
beforeAll(async () => {
  database = await createTestDatabase();
  await sql(`insert into images (hash, width, height, color, bytes)
    values ('${first}', 1, 1, '#000000', 1), ('${second}', 1, 1, '#000000', 1)`);
  await sql("insert into users (email, username) values ('ana@example.com', 'Ana')");
});
afterAll(() => database.close());

beforeEach(async () => {
  const [row] = await sql<{ id: number }>(
    `insert into prompts (user_id, llm_type_id, title, content, description, image_hash, image_alt, created_at)
    select id, 1, 'Receita', 'Um bolo de fubá.', 'Para festas.', $1, 'Um bolo', '2026-01-01' from users returning id`,
    first,
  );
  id = row?.id ?? 0;
});

const edit = (change: string) => sql(`update prompts set ${change} where id = $1`, id);
const kept = () => sql("select * from prompt_versions where prompt_id = $1 order by number", id);
const numbers = async () => (await kept()).map((row) => ("number" in row ? row.number : undefined));
async function present() {
  const [row] = await sql<{ version: number; note: string | null; begun: Date | null }>(
    "select version, version_note as note, version_at as begun from prompts where id = $1",
    id,
  );
  return row;
}

test("a prompt begins with version 1, which an edit of all its parts keeps whole", async () => {
  expect(await present()).toEqual({ version: 1, note: null, begun: null });
  await edit("version_note = 'Como nasceu'");
  await edit(
    `title = 'Torta', content = 'Uma torta.', description = null, llm_type_id = 2, image_hash = '${second}', image_alt = 'Uma torta'`,
  );
  expect(await kept()).toEqual([
    {
      prompt_id: id,
      number: 1,
      title: "Receita",
      content: "Um bolo de fubá.",
      description: "Para festas.",
      llm_type_id: 1,
      image_hash: first,
      image_alt: "Um bolo",
      note: "Como nasceu",
      created_at: new Date("2026-01-01T00:00:00Z"),
    },
  ]);
  expect(await present()).toEqual({ version: 2, note: null, begun: expect.any(Date) });
});

test.each([
  "title = 'Torta'",
  "content = 'Uma torta.'",
  "description = null",
  "llm_type_id = 2",
  `image_hash = '${second}'`,
])("an edit of %s alone makes a version", async (change) => {
  await edit(change);
  expect([await numbers(), (await present())?.version]).toEqual([[1], 2]);
});

test.each(["image_alt = 'Outro'", "title = title", "edited_at = now()", "version_note = 'Uma nota'"])(
  "an edit of %s makes none",
  async (change) => {
    await edit(change);
    expect([await numbers(), (await present())?.version]).toEqual([[], 1]);
  },
);

test("edits within ten minutes of a version's beginning belong to it, unless one sets the number", async () => {
  await edit("title = 'Dois'");
  await edit("version_note = 'A segunda'");
  await edit("version_at = now() - interval '9 minutes 50 seconds'");
  await edit("title = 'Dois, corrigido'");
  expect([await numbers(), (await present())?.note]).toEqual([[1], "A segunda"]);
  await edit("version_at = now() - interval '10 minutes 1 second'");
  await edit("title = 'Três'");
  expect(await kept()).toMatchObject([
    { number: 1 },
    { number: 2, title: "Dois, corrigido", note: "A segunda" },
  ]);
  await edit("title = 'Quatro', version = version + 1");
  expect([await numbers(), (await present())?.version]).toEqual([[1, 2, 3], 4]);
});

test("a hundred versions are kept, the present one among them: the oldest go", async () => {
  for (let number = 2; number <= 102; number++)
    await edit(`title = 'Versão ${number}', version = version + 1`);
  const left = await numbers();
  expect([left.length, left[0], left.at(-1), (await present())?.version]).toEqual([99, 3, 101, 102]);
});

test("a picture that goes leaves its version without one; a prompt takes its versions along", async () => {
  const passing = "c".repeat(32);
  await sql(
    "insert into images (hash, width, height, color, bytes) values ($1, 1, 1, '#000000', 1)",
    passing,
  );
  await edit(`image_hash = '${passing}'`);
  await edit(`image_hash = '${second}', version = version + 1`);
  await sql("delete from images where hash = $1", passing);
  expect(await kept()).toMatchObject([
    { number: 1, image_hash: first },
    { number: 2, image_hash: null },
  ]);
  await sql("delete from prompts where id = $1", id);
  expect(await kept()).toEqual([]);
});
