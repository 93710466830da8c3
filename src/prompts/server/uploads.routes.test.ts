/** Pictures as files: the calls of authors in multipart/form-data, beside the specified data URLs. */
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { MAX_IMAGE_BYTES } from "#media/contract.ts";
import { messages as mediaMessages } from "#media/messages.ts";
import type { PromptView } from "#prompts/contract.ts";
import { inputMessages } from "#prompts/input-messages.ts";
import { setUpTestApp } from "#tests/support/accounts.ts";
import { newPicture } from "#tests/support/pictures.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { createUser, type TestUser } from "#tests/support/users.ts";

const site = setUpTestApp();
let ana: TestUser;
let beto: TestUser;

beforeAll(async () => {
  ana = await createUser(site.ctx, { username: "Ana" });
  beto = await createUser(site.ctx, { username: "Beto" });
});

const texts = { title: "Receita de broa", content: "Escreva uma receita de broa.", llm_type_id: "6" };

async function newFile(): Promise<File> {
  const bytes = Buffer.from((await newPicture()).split(",")[1] ?? "", "base64");
  return new File([bytes], "broa.png", { type: "image/png" });
}

interface Sent {
  method?: "POST" | "PATCH";
  url?: string;
  user?: TestUser | null;
  headers?: Record<string, string>;
}

async function sendBytes(payload: Buffer, type: string, { method, url, user = ana, headers }: Sent) {
  return site.app.inject({
    method: method ?? "POST",
    url: url ?? "/api/prompts",
    payload,
    headers: {
      "content-type": type,
      ...(user && { authorization: `Bearer ${user.token}` }),
      ...headers,
    },
  });
}

async function send(fields: Record<string, string | File>, sent: Sent = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const body = new Response(form);
  const type = body.headers.get("content-type") ?? "";
  return sendBytes(Buffer.from(await body.arrayBuffer()), type, sent);
}

const countPrompts = async () =>
  (await site.ctx.pool.query("select count(*)::int as n from prompts")).rows[0].n as number;

describe("POST /api/prompts with a form", () => {
  test("takes numbers and switches as texts", async () => {
    const source = await publishPrompt(site, beto, { thumbnail_url: await newPicture() });
    const answer = await send({
      ...texts,
      thumbnail_url: await newFile(),
      remixed_from: String(source.id),
      remix_note: "De milho",
      allow_remixes: "false",
    });
    expect(answer.json()).toMatchObject({
      allow_remixes: false,
      remixed_from: { direct: { id: source.id }, note: "De milho" },
    });
    const wrong = await send({ ...texts, thumbnail_url: await newFile(), allow_remixes: "sim" });
    expect(wrong.json()).toMatchObject({
      field: "allow_remixes",
      message: inputMessages.allowRemixesInvalid,
    });
  });

  test("publishes the same as with JSON", async () => {
    const thumbnail_url = await newFile();
    const response = await send({
      ...texts,
      content: "Escreva uma receita de broa.\nCom fubá.",
      description: "",
      thumbnail_url,
    });
    expect(response.statusCode).toBe(201);
    const prompt = response.json() as PromptView;
    expect(prompt).toMatchObject({
      title: texts.title,
      content: "Escreva uma receita de broa.\nCom fubá.",
      description: null,
      llm_type_id: 6,
      image: { width: 120, height: 90, alt: null },
    });
    const picture = await site.app.inject(prompt.thumbnail_url);
    expect((await sharp(picture.rawPayload).metadata()).format).toBe("webp");
  });

  test("says what is missing or wrong by its field, and stores nothing", async () => {
    const before = await countPrompts();
    const thumbnail_url = await newFile();
    const named = (name: string) => new File(["x"], name);
    for (const [fields, field, message] of [
      [{ ...texts }, "thumbnail_url", inputMessages.imageRequired],
      [{ ...texts, thumbnail_url: named("x.png") }, "thumbnail_url", mediaMessages.unsupported],
      [{ ...texts, thumbnail_url, title: "x" }, "title", inputMessages.titleTooShort],
      [{ ...texts, thumbnail_url, title: named("titulo.txt") }, "title", inputMessages.titleTooShort],
      [{ ...texts, thumbnail_url, llm_type_id: "" }, "llm_type_id", inputMessages.toolRequired],
      [{ ...texts, thumbnail_url, llm_type_id: "seis" }, "llm_type_id", inputMessages.toolRequired],
    ] as const) {
      const response = await send(fields);
      expect([response.statusCode, response.json()]).toEqual([
        400,
        expect.objectContaining({ field, message }),
      ]);
    }
    expect(await countPrompts()).toBe(before);
  });

  test("with an Idempotency-Key is one prompt however often it is sent, and another picture another one", async () => {
    const [thumbnail_url, other] = [await newFile(), await newFile()];
    const headers = { "idempotency-key": "a-form-sent-again-1" };
    const first = await send({ ...texts, thumbnail_url }, { headers });
    const again = await send({ ...texts, thumbnail_url }, { headers });
    expect([again.statusCode, again.json()]).toEqual([201, first.json()]);
    const another = await send({ ...texts, thumbnail_url: other }, { headers });
    expect(another.json().id).not.toBe(first.json().id);
  });

  test("is told of a picture above 5 MB: by its length before anybody is asked who it is, or once it is there", async () => {
    const tooLarge = {
      code: "image_too_large",
      field: "thumbnail_url",
      message: mediaMessages.tooLarge,
    };
    const picture = (bytes: number) => new File([new Uint8Array(bytes)], "x.png");
    for (const [bytes, user] of [
      [MAX_IMAGE_BYTES + 512 * 1024, null],
      [MAX_IMAGE_BYTES + 1, ana],
    ] as const) {
      const response = await send({ ...texts, thumbnail_url: picture(bytes) }, { user });
      expect([response.statusCode, response.json()]).toEqual([413, tooLarge]);
    }
  });

  test("is refused to a visitor", async () => {
    const response = await send({ ...texts, thumbnail_url: await newFile() }, { user: null });
    expect([response.statusCode, response.json().code]).toEqual([401, "unauthorized"]);
  });

  test("is refused in words when it is damaged, has no boundary or too many parts", async () => {
    const part = (name: string) => `--abc\r\nContent-Disposition: form-data; name="${name}"\r\n\r\nx\r\n`;
    const form = "multipart/form-data; boundary=abc";
    for (const [body, type] of [
      ["", form],
      ["nada", form],
      [part("title"), form],
      [`${part("title")}--abc--\r\n`, "multipart/form-data"],
      [`${part("title").repeat(33)}--abc--\r\n`, form],
    ] as const) {
      const response = await sendBytes(Buffer.from(body), type, {});
      expect([response.statusCode, response.json()], body.slice(0, 80)).toEqual([
        400,
        { code: "bad_request", message: "O formulário enviado está incompleto ou corrompido." },
      ]);
    }
    // One that is whole gets as far as its fields.
    const whole = await sendBytes(Buffer.from(`${part("title")}--abc--\r\n`), form, {});
    expect(whole.json().field).toBe("title");
  });

  test("is no way into calls that take JSON", async () => {
    expect((await send({}, { url: "/api/prompts/1/view", user: null })).statusCode).toBe(415);
  });
});

describe("PATCH /api/prompts/{id} with a form", () => {
  test("changes what is named, an empty text away, and keeps the rest", async () => {
    const prompt = await publishPrompt(site, ana, {
      title: "Antes",
      description: "Some",
      image_alt: "Fica",
      thumbnail_url: await newPicture(),
    });
    const response = await send(
      { title: "Depois", description: "", thumbnail_url: await newFile() },
      { method: "PATCH", url: `/api/prompts/${prompt.id}` },
    );
    expect(response.statusCode).toBe(200);
    const edited = response.json() as PromptView;
    expect(edited).toMatchObject({ title: "Depois", description: null, content: prompt.content });
    expect(edited.image.alt).toBe("Fica");
    expect(edited.thumbnail_url).not.toBe(prompt.thumbnail_url);
  });

  test("is refused to anybody else", async () => {
    const prompt = await publishPrompt(site, ana, { thumbnail_url: await newPicture() });
    const response = await send(
      { thumbnail_url: await newFile() },
      { method: "PATCH", url: `/api/prompts/${prompt.id}`, user: beto },
    );
    expect(response.statusCode).toBe(403);
  });
});

test("the API's document names both ways", async () => {
  const { paths } = (await site.app.inject("/api/openapi.json")).json();
  for (const call of [paths["/api/v1/prompts"].post, paths["/api/v1/prompts/{id}"].patch]) {
    expect(Object.keys(call.requestBody.content)).toEqual(["application/json", "multipart/form-data"]);
    const { properties } = call.requestBody.content["multipart/form-data"].schema;
    expect(properties.thumbnail_url.anyOf).toContainEqual(expect.objectContaining({ format: "binary" }));
  }
});
