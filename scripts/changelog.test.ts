/** What CHANGELOG.md tells those who upgrade: dates, migrations, and indexes that large sites make before. */
import { readdir, readFile } from "node:fs/promises";
import { expect, test } from "vitest";

const UNRELEASED = "Ainda não lançada";
/** Numbers are given when branches come together: names alone are told. */
const nameOf = (file: string) => file.replace(/^\d+_|\.sql$/g, "");

interface Entry {
  title: string;
  text: string;
}

async function readEntries(): Promise<[unreleased: Entry, ...released: Entry[]]> {
  const [, ...parts] = (await readFile("CHANGELOG.md", "utf8")).split(/^## /m);
  const [first, ...others] = parts.map((part) => ({ title: part.split("\n", 1)[0] ?? "", text: part }));
  if (!first) throw new Error("CHANGELOG.md has no entry");
  return [first, ...others];
}

/** Indexes on columns that were there before the migration: writing waits while they are made. A new column is empty. */
function indexesOnTablesThere(sql: string): string[] {
  const isNew = (table = "") => new RegExp(`create (unlogged )?table (if not exists )?${table}\\b`).test(sql);
  const isAdded = (column = "") => new RegExp(`add column (if not exists )?${column}\\b`).test(sql);
  const indexes = sql.matchAll(
    /^create (?:unique )?index (?:if not exists )?(\w+) on (\w+) (?:using \w+ )?\((\w*)/gm,
  );
  return [...indexes].flatMap(([, index = "", table, column]) =>
    isNew(table) || (column && isAdded(column)) ? [] : [index],
  );
}

test("every entry says what operators do; released ones have a version and a date, the newest package.json's", async () => {
  const [unreleased, ...released] = await readEntries();
  expect(unreleased.title).toBe(UNRELEASED);
  for (const { title, text } of [unreleased, ...released])
    expect(text, title).toContain("\n### Para quem opera: antes e depois\n");
  for (const { title } of released) expect(title).toMatch(/^\d+\.\d+\.\d+ · \d{1,2}º? de [a-zç]+ de \d{4}$/);
  const { version } = JSON.parse(await readFile("package.json", "utf8")) as { version: string };
  expect(released[0]?.title.split(" ")[0]).toBe(version);
});

test("an unreleased migration is named, and so are indexes that a large site makes before it", async () => {
  const [unreleased, latest] = await readEntries();
  const [, last = "none"] = /^- Migrações até `(\w+)`/m.exec(latest?.text ?? "") ?? [];
  const files = (await readdir("migrations")).filter((file) => file.endsWith(".sql")).sort();
  const names = files.map(nameOf);
  expect(names, "the released entry names its last migration").toContain(last);
  for (const file of files.slice(names.indexOf(last) + 1)) {
    expect(unreleased.text, file).toContain(`\`${nameOf(file)}\``);
    const sql = await readFile(`migrations/${file}`, "utf8");
    for (const index of indexesOnTablesThere(sql)) {
      expect(unreleased.text, file).toMatch(new RegExp(`create (unique )?index concurrently.* ${index} on`));
    }
  }
});

test("an index on a table that was there is found, and one on a new table is not", () => {
  const sql = `create table new_ones (id bigint);
create index new_ones_id on new_ones (id);
create index if not exists prompts_by_day on prompts (created_at);
alter table prompts add column kind text;
create index prompts_kind on prompts (kind) where kind is not null;
create unique index prompts_key on prompts (id);`;
  expect(indexesOnTablesThere(sql)).toEqual(["prompts_by_day", "prompts_key"]);
});
