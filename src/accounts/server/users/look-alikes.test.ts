/** Names that look like an existing person's: none is taken anew, and nobody loses the own one. */
import { describe, expect, test } from "vitest";
import { setUpTestApp } from "#tests/support/accounts.ts";
import { createUser } from "#tests/support/users.ts";

const site = setUpTestApp();

const signUp = async (email: string, username: string) => {
  const { statusCode, body } = await site.signUp(email, username);
  return statusCode === 200 ? "taken" : JSON.parse(body).error_code;
};
const rename = async (token: string, username: string) => {
  const { statusCode, body } = await site.call("PUT", "/auth/v1/user", token, { data: { username } });
  return statusCode === 200 ? username : JSON.parse(body).error_code;
};
const keyOf = async (name: string): Promise<string> =>
  (await site.sql("select look_key($1) as key", name))[0].key;

/** Spellings of "Marina Teles". */
const ALIKE = [
  "Marına Teles",
  "Marina TeIes",
  "Marina Te1es",
  "Marina_Teles",
  "Marina.Teles",
  "MarinaTeles",
  "marina-teles-",
  "Marina  Teles",
  "MARINA_TEIES",
  "Mar\u00adina Teles",
  "Marína Téles",
  "Marina Tełes",
  "Mȧrınȧ Ţeles",
];

describe("a name that looks like an existing one", () => {
  test("is refused when signing up, when asked for, and when renaming", async () => {
    await createUser(site.ctx, { username: "Marina Teles" });
    const other = await createUser(site.ctx);
    for (const [number, username] of ALIKE.entries()) {
      const email = `alike${number}@exemplo.com.br`;
      expect([username, await signUp(email, username)]).toEqual([username, "username_taken"]);
      const asked = await site.post("/api/auth/check-user-exists", { username, email });
      expect([username, asked.json()]).toEqual([username, { exists: true, field: "username" }]);
      expect([username, await rename(other.token, username)]).toEqual([username, "username_taken"]);
    }
    for (const username of ["Marina Telles", "Mariana Teles", "Marina Reles", "Marina Teles 2"])
      expect(await rename(other.token, username)).toBe(username);
  });

  test("is refused where the account is from before names were claimed by their look", async () => {
    const { email } = await createUser(site.ctx, { username: "Tomé Prado" });
    const other = await createUser(site.ctx);
    await site.sql("delete from username_claims where email = $1", email);
    expect(await signUp("tome@exemplo.com.br", "T0me_Prado")).toBe("username_taken");
    expect(await rename(other.token, "Tome-Prado")).toBe("username_taken");
  });

  test.each([
    ["Bernardo", "Bemardo"],
    ["O0o Silva", "00O Silva"],
    ["Walter", "VValter"],
    ["Ægir", "Aegir"],
  ])("is so for %s and %s", async (name, alike) => {
    await createUser(site.ctx, { username: name });
    expect(await signUp(`${name.length}${alike.length}@parecido.com.br`, alike)).toBe("username_taken");
  });

  test("goes to one of several who ask for it at once", async () => {
    const names = ["Helio Braga", "HeIio Braga", "He1io_Braga", "helio.braga"];
    const answers = await Promise.all(names.map((name, at) => signUp(`corrida${at}@exemplo.com.br`, name)));
    expect(answers.sort()).toEqual(["taken", "username_taken", "username_taken", "username_taken"]);
  });

  test("may be kept and spelt anew by whoever has it from before, but for another's very name", async () => {
    const one = await createUser(site.ctx, { username: "Olga Lins" });
    const other = await createUser(site.ctx);
    await site.sql("delete from username_claims where email = $1", other.email);
    await site.sql("update users set username = 'Olga_Lins' where id = $1", other.id);
    for (const username of ["Olga_Lins", "olga-lins", "Olga_Iins"])
      expect(await rename(other.token, username)).toBe(username);
    expect(await rename(other.token, "olga lins")).toBe("username_taken");
    expect(await rename(one.token, "OLGA LINS")).toBe("OLGA LINS");
    expect(await rename(one.token, "Olga Cruz")).toBe("Olga Cruz");
    // The look-alike name still belongs to the other person.
    expect(await signUp("olga@exemplo.com.br", "Olga Lins")).toBe("username_taken");
  });

  test("is free again once the account is gone", async () => {
    const gone = await createUser(site.ctx, { username: "Vai Embora" });
    await rename(gone.token, "Outro Nome Novo");
    expect(await signUp("fica@exemplo.com.br", "VaiEmbora")).toBe("taken");
  });
});

test("every letter that a name may have looks like plain ones, or like no other", async () => {
  const letters = Array.from({ length: 0x1f00 }, (_, code) => String.fromCharCode(code)).filter((letter) =>
    /^[A-Za-z0-9À-ÖØ-öø-ƿǄ-ɏḀ-ỿ]$/.test(letter),
  );
  expect(letters).toHaveLength(712);
  const keys = await Promise.all(letters.map((letter) => keyOf(letter)));
  const odd = letters.filter((_, at) => !/^[a-z2-9]{1,2}$/.test(keys[at] ?? ""));
  expect(odd.join("")).toBe("ƆƍƏƕƢƣƪƸƹƾǶȜȝȢȣȸȹɁɂỺỻỼỽỾỿ");
});
