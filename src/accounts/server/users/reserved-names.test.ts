/** Which names speak for the site or are addresses, however they are written, and that ordinary ones do neither. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { personas } from "#seeds/personas.ts";
import { createTestApp, type TestApp } from "#tests/support/app.ts";
import { createUser, PASSWORD, type TestUser } from "#tests/support/users.ts";
import { holdsAddress, isReservedName } from "./reserved-names.ts";

const RESERVED = `
  Administrador administradora ADMIN admin2 adm moderador Moderadora Moderação suporte Support staff root sistema
  segurança oficial equipe Prompteca PromptecaBR prompteca_oficial
  4dmin adm1n admln AdmIn aDmlnistrador adrnin Adrninistrador admiin addmin 4dm1n1str4d0r admin_42 _admin_ a.d.m.i.n
  m0der4dor Mod3rador modeerador 5uporte suport3 Pr0mpteca pr0mpt3c4 Prornpteca prompt-eca p.r.o.m.p.t.e.c.a
  aðmin aȡmin aẟmin oficiaȴ ẚdmin ẜuporte ẝuporte admɂin vvebmaster we8master e6uipe se9uranca 5upor7e
  ádmín ȺDMIN ađmin aclmin Sequrança 0ficial oficlal r00t
  suporteoficial SUPORTEOFICIAL adminoficial equipesuporte superadmin siteadm1n Moderacaobr`
  .trim()
  .split(/\s+/);
const RESERVED_WORDS = [
  "Equipe Prompteca",
  "Equipe da Prompteca",
  "Suporte Prompteca",
  "Equipe de Suporte",
  "Conta Oficial",
  "Suporte Oficial 24",
  "Admin Carla",
  "Carla Moderadora",
  "carla - suporte",
  "AdminCarla",
  "a d m i n",
  "Moderação do Site",
  "The Official Team",
];
const ADDRESSES = [
  "ana.gmail.com",
  "ana gmail com",
  "ana-gmail-com-br",
  "ana_hotmail",
  "www site com",
  "www.site.net",
  "https site",
  "site.com.br",
  "Veja prompts.app",
  "bit.ly",
  "compre.site barato",
  "loja.c0m",
  "lojá.com",
  "ganhe.bet",
  "grupo.vip",
];
const ORDINARY = [
  ...personas.map(({ username }) => username),
  ..."Ademir Admilson Ademar Adma Amin Yasmin Jasmin Moderna Modesto Modena Mood Moda Supriya Suzana Stafford Staffan Administrativo Supermoda Suportar Rott Rute Rootman"
    .split(" ")
    .concat(
      "Sistêmica Seguro Segura Oficina Portes Badminton Teca Promptista Times Equiparado Rosana Damin".split(
        " ",
      ),
    ),
  "Adm. Carla",
  "Equipe Azul",
  "Sistema Solar",
  "Oficial de Justiça Ana",
  "anitta oficial",
  "João Segurança",
  "Prompt da Teca",
  "Café com Leite",
  "Comédia com Ana",
  "Prof. Amadeu",
  "bia.estuda",
  "ana.de.souza",
  "maria.sa",
  "so.eu.bia",
  "J. R. Silva",
  "1998",
  "___",
];

describe("a name", () => {
  test.each([...RESERVED, ...RESERVED_WORDS])("is reserved: %s", (name) => {
    expect(isReservedName(name)).toBe(true);
  });
  test.each(ADDRESSES)("holds an address: %s", (name) => {
    expect(holdsAddress(name)).toBe(true);
  });
  test.each(ORDINARY)("is anybody's: %s", (name) => {
    expect([isReservedName(name), holdsAddress(name)]).toEqual([false, false]);
  });
});

describe("where a name is set", () => {
  let site: TestApp;
  let ana: TestUser;
  let admin: TestUser;
  beforeAll(async () => {
    site = await createTestApp();
    ana = await createUser(site.ctx);
    admin = await createUser(site.ctx, { username: "admin", email: site.ctx.config.adminEmail });
  });
  afterAll(() => site.close());

  const signUp = (username: string) =>
    site.app.inject({
      method: "POST",
      url: "/auth/v1/signup",
      payload: { email: "nova@exemplo.com.br", password: PASSWORD, data: { username } },
    });
  const rename = ({ token }: TestUser, username: string) =>
    site.app.inject({
      method: "PUT",
      url: "/auth/v1/user",
      headers: { authorization: `Bearer ${token}`, "x-supabase-api-version": "2024-01-01" },
      payload: { data: { username } },
    });

  test.each([
    [
      "Adm1nistrador",
      "username_reserved",
      "Este nome parece falar pela equipe da Prompteca e é reservado. Escolha outro.",
    ],
    [
      "ana.gmail.com",
      "username_address",
      "O nome de usuário não pode conter um endereço de email ou de site",
    ],
  ])("%s is refused to whoever signs up or renames themselves", async (name, code, message) => {
    const signedUp = await signUp(name);
    expect([signedUp.statusCode, signedUp.json().error_code]).toEqual([422, code]);
    const renamed = await rename(ana, name);
    expect(renamed.statusCode).toBe(422);
    expect(renamed.json()).toMatchObject({ code, message, field: "username" });
    const { rows } = await site.ctx.pool.query("select username from users where id = $1", [ana.id]);
    expect(rows).toEqual([{ username: ana.username }]);
  });

  test("the admin may speak for the site, and whoever has such a name from before keeps it", async () => {
    expect((await rename(admin, "Equipe Prompteca")).statusCode).toBe(200);
    expect((await rename(admin, "prompteca.com")).json().code).toBe("username_address");
    const old = await createUser(site.ctx, { username: "Suporte Antigo" });
    expect((await rename(old, "Suporte Antigo")).statusCode).toBe(200);
    expect((await rename(old, "Suporte Novo")).json().code).toBe("username_reserved");
  });
});
