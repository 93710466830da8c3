import { expect, test } from "vitest";
import { decodeFile } from "./decode-file.ts";

const bytes = (text: string, encoding: BufferEncoding) => new Uint8Array(Buffer.from(text, encoding));

test.each([
  ["UTF-8", bytes("Título — é", "utf8"), "Título — é", false],
  ["UTF-8 with a mark", bytes("\ufeffTítulo", "utf8"), "Título", false],
  ["UTF-16 as Excel's “Unicode text”", bytes("\ufeffTítulo\tç", "utf16le"), "Título\tç", false],
  ["UTF-16 of the other order", new Uint8Array([0xfe, 0xff, 0, 0xc9]), "É", false],
  // Curved quotes and the dash are Windows-1252's own.
  ["Windows-1252 that begins like a mark", new Uint8Array([0xff, 0x61]), "ÿa", true],
  ["Windows-1252", new Uint8Array([0x93, 0xc9, 0x94, 0x20, 0x96, 0x20, 0xe7]), "“É” – ç", true],
])("a file in %s is read", (_, file, text, guessed) => {
  expect(decodeFile(file)).toEqual({ text, guessed });
});

test("a spreadsheet's own file is no text", () => {
  expect(decodeFile(bytes("PK\u0003\u0004\u0014\0\u0006\0", "latin1"))).toBeUndefined();
});
