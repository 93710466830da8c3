/** Uploads that are accepted, as a file or a data URL, before anything is decoded. */
import { expect, test } from "vitest";
import { MAX_IMAGE_BYTES } from "#media/contract.ts";
import { messages } from "#media/messages.ts";
import type { AppError } from "#platform/http/errors.ts";
import { dataUrl } from "#tests/support/pictures.ts";
import { decodeImage, readUpload } from "./data-url.ts";

const GIF = Buffer.from("GIF89a, a picture as far as its first bytes tell", "latin1");

/** How an upload is refused. */
function refusalOf(upload: string): Pick<AppError, "status" | "code" | "field" | "message"> {
  try {
    decodeImage(upload);
  } catch (error) {
    const { status, code, field, message } = error as AppError;
    return { status, code, field, message };
  }
  return expect.fail("the picture was accepted");
}

const field = "thumbnail_url";
const invalid = { status: 400, code: "image_invalid", field, message: messages.notDataUrl };
const unsupported = { status: 400, code: "image_unsupported", field, message: messages.unsupported };
const tooLarge = { status: 413, code: "image_too_large", field, message: messages.tooLarge };

test.each(["image/png", "image/svg+xml", "IMAGE/JPEG", `image/${"x".repeat(100)}`])(
  "the format is what the content says, whatever the data URL claims: %s",
  (type) => {
    expect(decodeImage(dataUrl(GIF, type))).toEqual({ bytes: GIF, format: "gif" });
  },
);

test.each(['<svg xmlns="http://www.w3.org/2000/svg"/>', "GIF89"])("%s is no accepted format", (content) => {
  expect(refusalOf(dataUrl(content))).toEqual(unsupported);
});

test.each([
  "",
  "https://example.com/a.png",
  "blob:http://localhost/1234",
  "data:image/png,abc",
  "data:;base64,iVBORw0KGgo=",
  "data:text/html;base64,PGI+",
  "data:image/png;base64,",
  "data:image/png;base64,iVBORw0KGgo",
  "data:image/png;base64,iVBO Rw0KGgo=",
  "data:image/png;base64,iVBORw0KGg_=",
  "data:image/png;base64,iVBORw0KGgp=",
  "data:image/png;base64,ção",
  ` ${dataUrl(GIF)}`,
  Buffer.concat([GIF], 60).toString("base64"),
  dataUrl(GIF, "image/"),
  dataUrl(GIF, "image/a;b=c"),
  dataUrl(GIF, `image/${"x".repeat(101)}`),
])("%j is no data URL of a picture", (upload) => {
  expect(refusalOf(upload)).toEqual(invalid);
});

test("5 MB is the limit, to the byte, and what has more characters than that is not decoded", () => {
  const padded = (size: number) => dataUrl(Buffer.concat([GIF], size));
  expect(decodeImage(padded(MAX_IMAGE_BYTES)).bytes).toHaveLength(MAX_IMAGE_BYTES);
  expect(refusalOf(padded(MAX_IMAGE_BYTES + 1))).toEqual(tooLarge);
  // It has no character of base64: decoded first, it would be empty.
  const most = Math.ceil(MAX_IMAGE_BYTES / 3) * 4;
  expect(refusalOf(`data:image/png;base64,${"!".repeat(most + 1)}`)).toEqual(tooLarge);
  expect(refusalOf(`data:image/png;base64,${"!".repeat(most)}`)).toEqual(invalid);
});

test("base64 without the head of a data URL is none", () => {
  expect(refusalOf(Buffer.concat([GIF], 60).toString("base64"))).toEqual(invalid);
});

test("a file has the same limits, and its type and name say nothing", async () => {
  const fileOf = (...parts: BlobPart[]) => new File(parts, "x.svg", { type: "image/svg+xml" });
  expect(await readUpload(fileOf(GIF))).toEqual({ bytes: GIF, format: "gif" });
  const most = new Uint8Array(MAX_IMAGE_BYTES - GIF.length);
  expect((await readUpload(fileOf(GIF, most))).bytes).toHaveLength(MAX_IMAGE_BYTES);
  await expect(readUpload(fileOf(GIF, most, "x"))).rejects.toMatchObject(tooLarge);
  for (const content of ["", "<svg/>"]) {
    await expect(readUpload(fileOf(content))).rejects.toMatchObject(unsupported);
  }
});
