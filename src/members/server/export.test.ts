/** The export holds everything of one person and nothing of another, whatever is missing or goes wrong on the way. */
import { once } from "node:events";
import { readdir, rm } from "node:fs/promises";
import { get } from "node:http";
import { join } from "node:path";
import { Readable } from "node:stream";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { setUpTestApp } from "#tests/support/accounts.ts";
import { pictureDataUrl } from "#tests/support/pictures.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { createUser, type TestUser } from "#tests/support/users.ts";
import { unzip } from "#tests/support/zip.ts";

const path = "/api/account/export";

const site = setUpTestApp();
const { call, sql } = site;
/** For downloads that end before they are complete. */
let origin: string;
let ana: TestUser;
let beto: TestUser;
let own: { id: number }[];
let foreign: { id: number };

beforeAll(async () => {
  origin = await site.app.listen({ port: 0, host: "127.0.0.1" });
  ana = await createUser(site.ctx, { username: "Ana Conceição" });
  beto = await createUser(site.ctx, { username: "Beto" });
  const wide = await pictureDataUrl("#114477", 1800, 900);
  own = [
    await publish(ana, "Poema à beira-mar", "Escreva um poema.\n```\ncom cercas\n```", wide),
    await publish(ana, '"---"\n日本', "Escreva um segundo poema.", wide),
    await publish(ana, "Terceiro", "Escreva um terceiro poema.", await pictureDataUrl("#aa5511")),
  ];
  foreign = await publish(
    beto,
    "Segredo do Beto",
    "Só o Beto escreveu isto.",
    await pictureDataUrl("#22aa66"),
  );
  const imported = "insert into imports (user_id, format, prompts_count) values ($1, 'csv', 2)";
  const knownDevice = "insert into known_devices values ($1, '\\x07', gen_random_uuid())";
  const passkey = `insert into passkeys (user_id, credential_id, public_key, counter, transports, backed_up, name)
    values ($1, 'key of ' || $1::uuid, 'the key', 3, '{internal}', true, 'Celular da Ana')`;
  for (const { id } of [ana, beto]) {
    await sql(knownDevice, id);
    await sql(passkey, id);
  }
  await sql(imported, ana.id);
  const linked =
    "insert into identities (user_id, issuer, subject, email) values ($1, 'https://accounts.google.com', $2, $3)";
  await sql(linked, ana.id, "ana-1", "ana@gmail.example");
  await sql(linked, beto.id, "beto-1", "beto@gmail.example");
  await call("POST", `/api/prompts/${foreign.id}/like`, ana);
  await call("POST", `/api/prompts/${own[0]?.id}/favorite`, ana);
  await call("POST", `/api/prompts/${own[0]?.id}/like`, beto);
  await sql("update users set created_at = now() - interval '2 days' where id = $1", ana.id);
  const answer = { model: "GPT-5", outcome: "partly", note: "Quase." };
  await call("PUT", `/api/prompts/${foreign.id}/result`, ana, answer);
  await call("PUT", `/api/follows/users/${beto.id}`, ana);
  await sql("insert into tags (name, folded, slug) values ('Praia', 'praia', 'praia')");
  await sql("update prompts set tag_ids = array(select id from tags) where id = $1", foreign.id);
  await call("PUT", "/api/follows/tags/praia", ana);
  await call("PUT", "/api/news/mail", ana, { weekly: true });
  const collection = (await call("POST", "/api/collections", ana, { title: "Do mar" })).json();
  await call("PUT", `/api/collections/${collection.id}/items/${foreign.id}`, ana, { note: "Para o verão." });
});

const publish = (author: TestUser, title: string, content: string, thumbnail_url: string) =>
  publishPrompt(site, author, {
    title,
    content,
    description: "Uma descrição.",
    tags: ["Poesia", "Beira-mar"],
    llm_type_id: 6,
    thumbnail_url,
  });

const textIn = (files: Map<string, Buffer>, name: string) => files.get(name)?.toString("utf8") ?? "";

describe("GET /api/account/export", () => {
  test("is one ZIP with profile, prompts, marks and pictures", async () => {
    const answer = await call("GET", path, ana);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["content-type"]).toBe("application/zip");
    expect(answer.headers["content-disposition"]).toMatch(
      /^attachment; filename="prompteca-ana-conceicao-\d{4}-\d\d-\d\d\.zip"$/,
    );
    expect(answer.headers["cache-control"]).toBe("private, no-store");

    const files = await unzip(answer.rawPayload);
    const [first, second, third] = own.map(({ id }) => id);
    expect([...files.keys()].sort()).toEqual(
      [
        "LEIA-ME.txt",
        "colecoes.json",
        "conta.json",
        "curtidas.json",
        "decisoes.json",
        "denuncias.json",
        "favoritos.json",
        `imagens/${first}-poema-a-beira-mar.webp`,
        `imagens/${third}-terceiro.webp`,
        "prompts.json",
        "seguindo.json",
        "resultados.json",
        "versoes.json",
        `prompts/${first}-poema-a-beira-mar.md`,
        `prompts/${second}-prompt.md`,
        `prompts/${third}-terceiro.md`,
      ].sort(),
    );

    const account = JSON.parse(textIn(files, "conta.json"));
    expect(account.profile).toMatchObject({ id: ana.id, username: "Ana Conceição", email: ana.email });
    expect(account.profile.created_at).toMatch(/Z$/);
    expect(account.sessions).toEqual([
      {
        device: "Aparelho desconhecido",
        user_agent: "tests",
        ip: "127.0.0.1",
        auth_method: "password",
        created_at: expect.any(String),
        refreshed_at: expect.any(String),
      },
    ]);

    expect(account.linked_accounts).toEqual([
      {
        issuer: "https://accounts.google.com",
        subject: "ana-1",
        email: "ana@gmail.example",
        created_at: expect.stringMatching(/Z$/),
        last_used_at: expect.stringMatching(/Z$/),
      },
    ]);
    expect(account.weekly_mail).toEqual({
      asked_at: expect.stringMatching(/Z$/),
      next_at: expect.stringMatching(/Z$/),
      told_until: expect.stringMatching(/Z$/),
    });
    expect(account.imports).toMatchObject([{ format: "csv", prompts_count: 2, undone_at: null }]);
    expect(account.known_devices).toEqual([{ used_at: expect.stringMatching(/Z$/) }]);
    expect(account.passkeys).toEqual([
      {
        name: "Celular da Ana",
        credential_id: `key of ${ana.id}`,
        counter: 3,
        public_key: "dGhlIGtleQ==",
        transports: ["internal"],
        backed_up: true,
        created_at: expect.stringMatching(/Z$/),
        last_used_at: null,
      },
    ]);

    const prompts = JSON.parse(textIn(files, "prompts.json"));
    expect(prompts).toHaveLength(3);
    expect(prompts[0]).toEqual({
      id: first,
      title: "Poema à beira-mar",
      content: "Escreva um poema.\n```\ncom cercas\n```",
      description: "Uma descrição.",
      image_alt: null,
      tags: ["Poesia", "Beira-mar"],
      llm_type: "Claude",
      image: `imagens/${first}-poema-a-beira-mar.webp`,
      url: `${site.ctx.config.publicUrl}/prompts/${first}`,
      likes_count: 1,
      views: 0,
      created_at: expect.any(String),
      edited_at: null,
      version: 1,
      version_note: null,
      allow_remixes: true,
    });
    // The same picture is there once.
    expect(prompts[1].image).toBe(prompts[0].image);
    expect(JSON.parse(textIn(files, "curtidas.json"))).toEqual([
      {
        prompt_id: foreign.id,
        title: "Segredo do Beto",
        author: "Beto",
        created_at: expect.any(String),
        url: `${site.ctx.config.publicUrl}/prompts/${foreign.id}`,
      },
    ]);
    expect(JSON.parse(textIn(files, "favoritos.json"))).toMatchObject([{ prompt_id: first }]);
    expect(JSON.parse(textIn(files, "seguindo.json"))).toMatchObject([
      { user: "Beto", collection: null, tag: null },
      { user: null, collection: null, tag: "Praia" },
    ]);
    expect(JSON.parse(textIn(files, "colecoes.json"))).toMatchObject([
      {
        title: "Do mar",
        is_public: false,
        items: [{ prompt_id: foreign.id, title: "Segredo do Beto", note: "Para o verão." }],
      },
    ]);
    expect(JSON.parse(textIn(files, "resultados.json"))).toEqual([
      {
        ...{ prompt_id: foreign.id, version: 1, model: "GPT-5", outcome: "partly", note: "Quase." },
        answered_at: expect.any(String),
        url: `${site.ctx.config.publicUrl}/prompts/${foreign.id}`,
      },
    ]);

    const markdown = textIn(files, `prompts/${first}-poema-a-beira-mar.md`);
    expect(markdown).toMatch(/^---\nid: \d+\ntitulo: "Poema à beira-mar"\nferramenta: "Claude"\n/);
    expect(markdown).toContain('\ntags: ["Poesia","Beira-mar"]\n');
    expect(markdown).toContain("# Poema à beira-mar\n\nUma descrição.\n\n![Poema à beira-mar](../imagens/");
    expect(markdown).toContain("````text\nEscreva um poema.\n```\ncom cercas\n```\n````");
    expect(textIn(files, `prompts/${second}-prompt.md`)).toContain('titulo: "\\"---\\" 日本"');

    const picture = await sharp(files.get(`imagens/${first}-poema-a-beira-mar.webp`)).metadata();
    expect([picture.format, picture.width]).toEqual(["webp", 1600]);
    expect(textIn(files, "LEIA-ME.txt")).toContain("tudo o que você publicou (3)");
    expect(textIn(files, "LEIA-ME.txt")).toContain("registros de acesso");
    expect(textIn(files, "LEIA-ME.txt")).not.toContain("não puderam ser incluídas");
  });

  test("holds nothing secret and nothing of another person but what everybody sees", async () => {
    const rows = await sql("select password_hash from users");
    const everything = [...(await unzip((await call("GET", path, ana)).rawPayload)).values()].join("\n");
    for (const secret of [
      ana.password,
      ana.token,
      ana.refreshToken,
      ...rows.map(({ password_hash }) => password_hash),
      "argon2",
      "refresh_key",
      beto.email,
      beto.id,
      "Só o Beto escreveu isto.",
    ]) {
      expect(everything).not.toContain(secret);
    }
  });

  test("is for whoever is logged in, each their own", async () => {
    expect((await call("GET", path)).statusCode).toBe(401);
    const files = await unzip((await call("GET", `${path}?id=${ana.id}`, beto)).rawPayload);
    expect(JSON.parse(textIn(files, "conta.json")).profile.username).toBe("Beto");
    expect([...files.keys()].filter((name) => name.startsWith("prompts/"))).toEqual([
      `prompts/${foreign.id}-segredo-do-beto.md`,
    ]);
  });

  test("of somebody with nothing yet is whole and valid", async () => {
    const files = await unzip((await call("GET", path, await createUser(site.ctx))).rawPayload);
    for (const name of [
      "prompts.json",
      "curtidas.json",
      "favoritos.json",
      "colecoes.json",
      "seguindo.json",
      "decisoes.json",
      "denuncias.json",
      "versoes.json",
    ]) {
      expect([name, JSON.parse(textIn(files, name))]).toEqual([name, []]);
    }
  });

  test("has old versions of a prompt, hidden or not, with their notes and pictures", async () => {
    const dora = await createUser(site.ctx);
    const { id } = await publish(dora, "Primeiro", "Escreva um poema.", await pictureDataUrl("#0a0b0c"));
    const edit = (changes: object) =>
      call("PATCH", `/api/prompts/${id}`, dora, { ...changes, own_version: true });
    await edit({
      title: "Segundo",
      thumbnail_url: await pictureDataUrl("#0c0b0a"),
      change_note: "Outro nome",
    });
    await edit({ content: "Escreva dois poemas." });
    await sql("update prompts set hidden_at = now() where id = $1", id);
    const files = await unzip((await call("GET", path, dora)).rawPayload);
    expect(JSON.parse(textIn(files, "prompts.json"))).toMatchObject([{ version: 3, version_note: null }]);
    const image = `imagens/${id}-primeiro-versao-1.webp`;
    const both = { prompt_id: id, content: "Escreva um poema.", llm_type: "Claude" };
    expect(JSON.parse(textIn(files, "versoes.json"))).toMatchObject([
      { ...both, number: 1, title: "Primeiro", note: null, image },
      { ...both, number: 2, title: "Segundo", note: "Outro nome", image: `imagens/${id}-segundo.webp` },
    ]);
    expect(files.get(image)?.length).toBeGreaterThan(0);
  });

  test("says what a remix was made from, and names nobody by an id", async () => {
    const [dora, edu] = [await createUser(site.ctx), await createUser(site.ctx, { username: "Edu" })];
    const thumbnail_url = await pictureDataUrl("#0a0b0d");
    const source = await publish(edu, "Poema do Edu", "Escreva um poema sobre a serra.", thumbnail_url);
    const answer = await call("POST", "/api/prompts", dora, {
      ...{
        title: "O meu",
        content: "Crie uma planilha de gastos de uma viagem.",
        llm_type_id: 6,
        thumbnail_url,
      },
      ...{ remixed_from: source.id, remix_note: "Virou planilha" },
    });
    const { id } = answer.json();
    const exported = async () => {
      const files = await unzip((await call("GET", path, dora)).rawPayload);
      expect([...files.values()].join("\n")).not.toContain(edu.id);
      const [prompt] = JSON.parse(textIn(files, "prompts.json"));
      return { remixed_from: prompt.remixed_from, text: textIn(files, `prompts/${id}-o-meu.md`) };
    };
    const credit = {
      title: "Poema do Edu",
      author: "Edu",
      url: `${site.ctx.config.publicUrl}/prompts/${source.id}`,
    };
    const before = await exported();
    expect(before.remixed_from).toEqual({ direct: credit, root: credit, note: "Virou planilha" });
    expect(before.text).toContain('\na_partir_de: "Poema do Edu, de Edu"\no_que_muda: "Virou planilha"\n');
    await sql("delete from prompts where id = $1", source.id);
    const after = await exported();
    expect(after.remixed_from).toEqual({ direct: null, root: null, note: "Virou planilha" });
    expect(after.text).toContain('a_partir_de: "um prompt que está fora do site"');
  });

  test("says which picture is missing, and has all the others", async () => {
    const carla = await createUser(site.ctx);
    const [gone, kept] = [
      await publish(carla, "Sem imagem", "Escreva um quarto poema.", await pictureDataUrl("#010203")),
      await publish(carla, "Com imagem", "Escreva um quinto poema.", await pictureDataUrl("#030201")),
    ];
    const rows = await sql(
      "select image_hash, width from prompts p join images i on hash = image_hash where p.id = $1",
      gone.id,
    );
    await site.ctx.storage.delete(`${rows[0].image_hash}-${rows[0].width}.webp`);
    const files = await unzip((await call("GET", path, carla)).rawPayload);
    expect(textIn(files, "LEIA-ME.txt")).toContain(`- imagens/${gone.id}-sem-imagem.webp`);
    expect(files.has(`imagens/${gone.id}-sem-imagem.webp`)).toBe(false);
    expect(files.get(`imagens/${kept.id}-com-imagem.webp`)?.length).toBeGreaterThan(0);
    expect(textIn(files, `prompts/${gone.id}-sem-imagem.md`)).toContain("quarto poema");
  });

  test("has every one of hundreds of prompts, in their order", async () => {
    const dora = await createUser(site.ctx);
    await sql(
      `insert into prompts (user_id, llm_type_id, title, content, image_hash, search)
        select $1, 1, 'Número ' || n, repeat('Texto longo. ', 100), (select hash from images limit 1), ''
        from generate_series(1, 250) n`,
      dora.id,
    );
    const files = await unzip((await call("GET", path, dora)).rawPayload);
    const prompts: { title: string }[] = JSON.parse(textIn(files, "prompts.json"));
    expect(prompts.map(({ title }) => title)).toEqual(
      Array.from({ length: 250 }, (_, index) => `Número ${index + 1}`),
    );
    expect([...files.keys()].filter((name) => name.startsWith("prompts/"))).toHaveLength(250);
    expect([...files.keys()].filter((name) => name.startsWith("imagens/"))).toHaveLength(1);
  });

  test("stops its work when the client goes away", async () => {
    const elisa = await createUser(site.ctx);
    for (const color of ["#101010", "#202020", "#303030"]) {
      await publish(elisa, "Uma cor", "Escreva sobre uma cor.", await pictureDataUrl(color));
    }
    const storage = site.ctx.storage;
    const { get: read } = storage;
    let opened = 0;
    // The second picture never arrives: nothing but the client's leaving ends the wait for it.
    const stalled = new Readable({ read() {} });
    const reached = new Promise<void>((resolve) => {
      storage.get = async (key) => {
        opened += 1;
        if (opened < 2) return read(key);
        resolve();
        return { body: stalled, size: 1, etag: "" };
      };
    });
    try {
      const request = get(`${origin}${path}`, { headers: { authorization: `Bearer ${elisa.token}` } });
      const [response] = await once(request, "response");
      response.resume();
      await reached;
      const ended = new Promise((resolve) => stalled.once("close", resolve));
      request.destroy();
      response.once("error", () => {});
      await ended;
      await new Promise((resolve) => setImmediate(resolve));
      expect(opened).toBe(2);
    } finally {
      storage.get = read;
    }
  });

  test("ends the download when the storage fails, so that nobody takes a part for the whole", async () => {
    const storage = site.ctx.storage;
    const { get: read } = storage;
    storage.get = () => Promise.reject(new Error("the store is away"));
    try {
      const answer = await fetch(`${origin}${path}`, { headers: { authorization: `Bearer ${ana.token}` } });
      expect(answer.status).toBe(200);
      await expect(answer.arrayBuffer()).rejects.toThrow();
    } finally {
      storage.get = read;
    }
  });

  test("leaves no file behind", async () => {
    const folder = join(site.ctx.config.dataDir, "exports");
    expect((await call("GET", path, ana)).statusCode).toBe(200);
    expect(await readdir(folder)).toEqual([]);
    await rm(folder, { recursive: true });
    expect((await call("GET", path, ana)).statusCode).toBe(200);
  });
});

describe("the limit of exports", () => {
  const strict = setUpTestApp({ RATE_LIMITS: "on" });

  test("is five an hour for each person", async () => {
    const person = await createUser(strict.ctx);
    const statuses: number[] = [];
    for (let count = 0; count < 6; count += 1) {
      statuses.push((await strict.call("GET", path, person)).statusCode);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });
});

test("one copy of an account is collected at a time, and another's meanwhile", async () => {
  const answers = await Promise.all([ana, ana, beto].map((who) => call("GET", path, who)));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 503]);
  expect(answers[2]?.statusCode).toBe(200);
  expect((await call("GET", path, ana)).statusCode).toBe(200);
});
