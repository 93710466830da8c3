/** Publishing from a file. */
import { execFile } from "node:child_process";
import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ZipFile } from "yazl";
import { ownExport } from "../../src/exchange/export-paths.ts";
import { isCover } from "../../src/media/server/covers.ts";
import { setUpTestApp } from "../../tests/support/accounts.ts";
import { makeFolder, type RunOptions, runCli } from "../../tests/support/cli.ts";
import { startHttpService } from "../../tests/support/http-service.ts";
import { createKey } from "../../tests/support/keys.ts";
import { pictureDataUrl } from "../../tests/support/pictures.ts";
import { publishPrompt } from "../../tests/support/prompts.ts";
import { createUser } from "../../tests/support/users.ts";

const site = setUpTestApp();
let url: string;
beforeAll(async () => {
  url = await site.app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(() => site.app.server.closeAllConnections());

const cli = (args: string[], options?: RunOptions) => runCli(url, args, options);

const HEAD = 'title: "Plano de estudos"\nferramenta: chatgpt\ntags: [estudo, rotina]\nimage: capa.png';
let key: string;
beforeAll(async () => {
  ({ key } = await createKey(site, await createUser(site.ctx, { username: "Beto" }), ["publish"]));
});

async function file(content: string) {
  const folder = await makeFolder();
  const [, base64 = ""] = (await pictureDataUrl()).split(",");
  await writeFile(join(folder, "capa.png"), base64, "base64");
  await writeFile(join(folder, "prompt.md"), content);
  return join(folder, "prompt.md");
}
const publish = (path: string, args: string[] = [], options: RunOptions = {}) =>
  cli(["publicar", path, ...args], {
    ...options,
    env: { PROMPTECA_KEY: key, NO_COLOR: "1", ...options.env },
  });
const count = async () => (await site.sql("select from prompts where title = 'Plano de estudos'")).length;

test("shows what it will be, asks, and publishes it once however often it runs", async () => {
  const path = await file(`---\n${HEAD}\ncor: azul\n---\n\nMonte um plano de estudos de [matéria].\n`);
  const refused = await publish(path, [], { columns: 80, input: ["n\n"] });
  expect([refused.code, await count()]).toEqual([1, 0]);
  for (const part of [
    "Plano de estudos",
    "estudo, rotina",
    "capa.png",
    "Monte um plano",
    "“cor” não é",
    "Nada foi publicado",
  ])
    expect(refused.err).toContain(part);
  expect(await publish(path)).toMatchObject({ code: 2, err: expect.stringContaining("--sim") });
  expect(await count()).toBe(0);

  const done = await publish(path, [], { columns: 80, input: ["s\n"] });
  const [, id] = /\/prompts\/(\d+)\n$/.exec(done.out) ?? [];
  expect([done.code, await count()]).toEqual([0, 1]);
  const again = await publish(path, ["--sim", "--json"]);
  expect(JSON.parse(again.out)).toMatchObject({
    id: Number(id),
    content: "Monte um plano de estudos de [matéria].",
    llm_type: { name: "ChatGPT" },
    tags: ["estudo", "rotina"],
    allow_remixes: true,
  });
  expect(await count()).toBe(1);
});

test("without a picture takes a cover of the site's own, and says so", async () => {
  const path = await file(`---\ntitle: Sem imagem\ntool: Claude\n---\n\nMonte um cardápio para [dias].\n`);
  const { out, err } = await publish(path, ["-y", "--json"]);
  expect(err).toContain("uma ilustração de azulejo");
  const [, hash = ""] = /media\/([0-9a-f]{32})-/.exec(JSON.parse(out).thumbnail_url) ?? [];
  expect(isCover(hash)).toBe(true);
});

test("reads what the site exports", async () => {
  const carla = await createUser(site.ctx, { username: "Carla" });
  const content = "Título:\n---\n```js\nlet x;\n```\nPara [quem] lê.";
  const original = await publishPrompt(site, carla, {
    title: 'Aspas: "sim" #1',
    content,
    description: "Duas\nlinhas",
    llm_type_id: 9,
    tags: ["exportado"],
    allow_remixes: false,
  });
  const exported = await site.call("GET", ownExport("md"), carla);
  const path = await file(exported.body);
  const { out, err } = await publish(path, [
    "-y",
    "--json",
    "--image",
    path.replace("prompt.md", "capa.png"),
  ]);
  const { title, description, llm_type, tags, allow_remixes } = original;
  expect(JSON.parse(out)).toMatchObject({ title, content, description, llm_type, tags, allow_remixes });
  expect(err).not.toContain("não é um dado");
});

test("reads a fenced text as it is, from a file as the site exports it", async () => {
  const text = "Use:\n\n```js\nlet x;\n```\n---\nfim";
  const exported = `---\nformat: "prompteca"\nversion: 1\n---\n\n---\ntitle: "Plano de estudos"\ntool: "Claude"\ntags: []\nallow_remixes: false\nurl: "https://x/prompts/1"\ncreated_at: "2026-01-01"\nimage: "capa.png"\n---\n\n\`\`\`\`prompt\n${text}\n\`\`\`\`\n`;
  const path = await file(exported.replaceAll("\n", "\r\n"));
  const { out, err } = await publish(path, ["-y", "--json"]);
  expect(JSON.parse(out)).toMatchObject({
    content: text,
    allow_remixes: false,
    llm_type: { name: "Claude" },
  });
  expect(err).not.toContain("não é um dado");
});

test.each([
  ["sem cabeçalho", "precisa começar com os dados"],
  ["---\ntitle: [\n---\ntexto do prompt", "YAML que dê para ler"],
  // As long as a file may be: no reader takes it in.
  [`---\ntags: [${"a,".repeat(60_000)}]\n---\ntexto do prompt`, "YAML que dê para ler"],
  ["---\na: &a [x]\ntags: [*a, *a]\n---\ntexto do prompt", "YAML que dê para ler"],
  [`---\n${HEAD.replace(/title.*\n/, "")}\n---\ntexto do prompt`, "Falta “title”"],
  [`---\n${HEAD.replace("chatgpt", "Abacus")}\n---\ntexto do prompt`, "Não existe a ferramenta “Abacus”"],
  [`---\n${HEAD.replace("capa.png", "outra.png")}\n---\ntexto do prompt`, "Não deu para ler o arquivo"],
  [`---\n${HEAD.replace("capa.png", "prompt.md")}\n---\ntexto do prompt`, "prompt.md não é uma imagem"],
  [`---\n${HEAD}\nallow_remixes: talvez\n---\ntexto do prompt`, "true ou false"],
  [`---\n${HEAD.replace("[estudo, rotina]", "{a: b}")}\n---\ntexto do prompt`, "lista de textos"],
  [`---\n${HEAD}\n---\ncurto`, "content"],
  [`---\n${HEAD}\n---\n${"a".repeat(140_000)}`, "grande demais"],
])("refuses %j", async (content, message) => {
  const before = await count();
  const { code, out, err } = await publish(await file(content), ["--sim"]);
  expect([code === 0, out, await count()]).toEqual([false, "", before]);
  expect(err).toContain(message);
});

describe("a picture that the file names", () => {
  const withImage = (image: string) =>
    `---\n${HEAD.replace("capa.png", JSON.stringify(image))}\n---\n\nMonte um plano de [matéria].\n`;
  /** A file with pictures around it: one beside, one below, and one where nobody else may look. */
  async function places() {
    const path = await file("");
    const folder = dirname(path);
    const outside = join(await makeFolder(), "segredo.png");
    const bytes = await readFile(join(folder, "capa.png"));
    await writeFile(outside, bytes);
    await mkdir(join(folder, "imagens"));
    await writeFile(join(folder, "imagens", "capa.png"), bytes);
    await writeFile(join(folder, "..capa.png"), bytes);
    await symlink(outside, join(folder, "elo.png"));
    await symlink(dirname(outside), join(folder, "elo"));
    await symlink("imagens/capa.png", join(folder, "perto.png"));
    return { path, folder, outside };
  }

  test("is taken from the file's folder and below, and told before it is sent", async () => {
    const { path } = await places();
    for (const image of [
      "capa.png",
      "./imagens/capa.png",
      "imagens/../capa.png",
      "..capa.png",
      "perto.png",
    ]) {
      await writeFile(path, withImage(image));
      const { code, err } = await publish(path, ["--sim"]);
      expect([image, code]).toEqual([image, 0]);
      expect(err).toMatch(/Imagem: \/.*capa\.png \(PNG, \d+ KB\).*Publicado:/s);
    }
  });

  test("is taken from nowhere else, however it is named", async () => {
    const { path, outside } = await places();
    const before = await count();
    for (const image of [
      outside,
      relative(dirname(path), outside),
      `imagens/../../${basename(dirname(outside))}/segredo.png`,
      "elo.png",
      "elo/segredo.png",
      "C:\\Users\\eu\\foto.png",
      "c:foto.png",
      "\\\\servidor\\fotos\\foto.png",
      "//servidor/fotos/foto.png",
      "\\foto.png",
    ]) {
      await writeFile(path, withImage(image));
      const { code, out, err } = await publish(path, ["--sim"]);
      expect([image, code, out]).toEqual([image, 1, ""]);
      expect(err).toContain("não está na pasta do arquivo");
    }
    expect(await count()).toBe(before);
    await writeFile(path, withImage("nada.png"));
    expect((await publish(path, ["--sim"])).err).toContain("Não deu para ler o arquivo");
    // A path on the command line is intended.
    expect((await publish(path, ["--sim", "--imagem", outside])).code).toBe(0);
  });

  test("and the prompt are read from files alone: a pipe or device may never end", async () => {
    const { path, folder } = await places();
    await promisify(execFile)("mkfifo", [join(folder, "cano.png")]);
    const asked: [image: string | undefined, args: string[]][] = [
      ["cano.png", [path]],
      [".", [path]],
      ["file:///etc/hostname", [path]],
      ["https://exemplo.com/a.png", [path]],
      ["capa.png", ["/dev/zero"]],
      ["capa.png", [folder]],
      ["capa.png", [path, "/dev/zero"]],
      ["capa.png", [path, folder]],
      ["capa.png", [path, join(folder, "nada.md")]],
    ];
    for (const [image, args] of asked) {
      await writeFile(path, withImage(image ?? ""));
      const { code, err } = await cli(["publicar", ...args, "--sim"], { env: { PROMPTECA_KEY: key } });
      expect([image, args, code, err]).toEqual([image, args, 1, expect.stringContaining("Não deu para ler")]);
    }
  });

  const box = (brand: string, ...others: string[]) =>
    Buffer.concat([
      Buffer.from([0, 0, 0, 16 + 4 * others.length]),
      Buffer.from(`ftyp${brand}\0\0\0\0${others.join("")}mdat`, "latin1"),
      Buffer.alloc(64),
    ]);
  test.each([
    ["MP4", box("isom", "isom", "iso2", "avc1", "mp41")],
    ["MOV", box("qt  ", "qt  ")],
    ["HEIC", box("heic", "mif1", "heic")],
    ["HEIC as mif1", box("mif1", "heic", "mif1")],
    ["3GP", box("3gp4", "isom", "3gp4")],
    ["M4A", box("M4A ", "M4A ", "mp42")],
    ["a box that is cut", Buffer.from("\0\0\0\x20ftyp")],
    ["TIFF", Buffer.from("II*\0aaaaaaaaaaaa", "latin1")],
    ["BMP", Buffer.from("BMaaaaaaaaaaaaaa")],
    ["WAV", Buffer.from("RIFFaaaaWAVEfmt ")],
    ["GIF of no version", Buffer.from("GIF8 is no picture")],
    ["a text that begins like PNG", Buffer.from("\x89PNG, e mais", "latin1")],
    ["SVG", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>")],
    ["PDF", Buffer.from("%PDF-1.7 aaaaaaa")],
    ["a key", Buffer.from("-----BEGIN OPENSSH PRIVATE KEY-----")],
    ["nothing", Buffer.alloc(0)],
  ])("is none for what browsers do not show: %s", async (_what, bytes) => {
    const path = await file(withImage("capa.png"));
    await writeFile(join(dirname(path), "capa.png"), bytes);
    const { code, err } = await publish(path, ["--sim"]);
    expect([code, err]).toEqual([1, expect.stringContaining("não é uma imagem em JPEG")]);
  });

  test.each([["avif"], ["webp"], ["jpeg"], ["gif"], ["png"]] as const)("may be %s", async (format) => {
    const path = await file(withImage("capa.png"));
    const { r, g, b } = { r: Math.floor(Math.random() * 255), g: 20, b: 20 };
    const picture = sharp({ create: { width: 64, height: 64, channels: 3, background: { r, g, b } } });
    await writeFile(join(dirname(path), "capa.png"), await picture.toFormat(format).toBuffer());
    const { code, err } = await publish(path, ["--sim"]);
    expect([code, err]).toEqual([0, expect.stringContaining(`capa.png (${format.toUpperCase()}, `)]);
  });
});

test("says that nobody knows whether a lost publication arrived", async () => {
  const lost = await startHttpService((request) => void request.socket.destroy());
  const path = await file(`---\n${HEAD}\n---\n\nMonte um plano de [matéria].\n`);
  const { code, err } = await publish(path, ["--sim"], { env: { PROMPTECA_URL: lost.url } });
  expect([code, err]).toEqual([5, expect.stringContaining("não publica duas vezes")]);
});

describe("several prompts", () => {
  const many = [
    "título;conteúdo;autor",
    "Plano de estudos;Liste os planetas do sistema solar com uma frase sobre cada um deles.;",
    "De outra;Escreva uma carta para [pessoa].;Alguém",
    "Curto;oi;",
  ].join("\n");

  test("in a table are shown, asked about, and published once; other people's stay behind", async () => {
    const path = (await file("")).replace("prompt.md", "lista.csv");
    await writeFile(path, many, "latin1");
    const before = await count();
    const refused = await publish(path, [], { columns: 80, input: ["n\n"] });
    expect([refused.code, await count()]).toEqual([1, before]);
    for (const part of [
      "será publicado 1 prompt, de 3",
      "Plano de estudos",
      "1 não pode ser publicado:",
      "Curto (linha 4): Prompt deve ter pelo menos 10 caracteres",
      "1 é de outra pessoa e fica de fora",
      "Nada foi publicado",
    ])
      expect(refused.err).toContain(part);
    const done = await publish(path, ["--sim"]);
    expect([done.code, await count()]).toEqual([0, before + 1]);
    expect(done.out).toMatch(/^http:.*\/prompts\/\d+\n$/);
    expect(await publish(path, ["--sim"])).toMatchObject({
      code: 1,
      err: expect.stringContaining("já publicou"),
    });
    expect(await count()).toBe(before + 1);
  });

  test("come from several heads, several files and a zip", async () => {
    const heads = await file(
      "---\ntitle: Primeiro\n---\nTexto do primeiro prompt.\n\n---\ntitle: Segundo\n---\nTexto do segundo prompt.\n",
    );
    const skill = heads.replace("prompt.md", "SKILL.md");
    await writeFile(skill, "---\nname: terceiro\ncor: azul\n---\nTexto do terceiro prompt.\n");
    const zip = new ZipFile();
    zip.addBuffer(Buffer.from("# Quarto\n\nTexto do quarto prompt."), "notas/quarto.md");
    zip.addBuffer(Buffer.from("PNG"), "capa.png");
    zip.end();
    const parts: Buffer[] = [];
    for await (const part of zip.outputStream) parts.push(part as Buffer);
    const packed = heads.replace("prompt.md", "textos.zip");
    await writeFile(packed, Buffer.concat(parts));
    const { code, out, err } = await cli(
      ["publicar", heads, skill, packed, "-y", "--ferramenta", "claude", "--json"],
      {
        env: { PROMPTECA_KEY: key, NO_COLOR: "1" },
      },
    );
    expect([code, err]).toEqual([0, expect.stringContaining("“capa.png” fica de fora")]);
    expect(err).toContain("“cor” fica de fora");
    const made = JSON.parse(out).prompts;
    expect(made.map(({ title }: { title: string }) => title)).toEqual([
      "Primeiro",
      "Segundo",
      "terceiro",
      "Quarto",
    ]);
    const { llm_type } = (await site.call("GET", `/api/prompts/${made[3].id}`)).json();
    expect(llm_type.name).toBe("Claude");
  });
});

test("a skill is published with the tool that the command names", async () => {
  const path = await file(
    "---\nname: revisor-de-textos\ndescription: Revisa textos\n---\n\nRevise o texto: [texto].\n",
  );
  expect(await publish(path, ["-y"])).toMatchObject({
    code: 1,
    err: expect.stringContaining("--ferramenta"),
  });
  const { out } = await publish(path, ["-y", "--json", "--ferramenta", "Gemini"]);
  expect(JSON.parse(out)).toMatchObject({ title: "revisor-de-textos", llm_type: { name: "Gemini" } });
});
