/** Writes into served pictures who published them and where, as XMP; the stored files have no metadata. */
import { hash } from "node:crypto";
import { finished, type Readable } from "node:stream";
import { escapeHtml, xmlText } from "#language/html.ts";
import type { StoredFile } from "#platform/storage.ts";

/** Who published a picture first. */
export interface Credit {
  /** The name that the site shows. */
  author: string;
  /** Path of the prompt's page. */
  path: string;
  /** Keys under which shared caches keep the picture. */
  keys: string[];
}

/** Bytes from a file's beginning that tell where the credit goes. */
const START_BYTES = 30;
/** Flags of a WebP's extended header (RFC 9649, section 2.7.1). */
const HAS_XMP = 0x04;
const HAS_ALPHA = 0x10;
const XMP_IN_JPEG = Buffer.from("http://ns.adobe.com/xap/1.0/\0");

/**
 * The XMP packet of a credit. Search engines show `dc:creator` and `photoshop:Credit`. The page is no
 * `xmpRights:WebStatement`, which they would offer as the picture's licence.
 * @param origin of the site
 */
export function creditXmp({ author, path }: Omit<Credit, "keys">, origin: string): Buffer {
  const [name, address] = [author, origin + path].map((text) => escapeHtml(xmlText(text)));
  return Buffer.from(
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">' +
      '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""' +
      ' xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/">' +
      `<dc:creator><rdf:Seq><rdf:li>${name}</rdf:li></rdf:Seq></dc:creator><dc:source>${address}</dc:source>` +
      `<photoshop:Credit>${name}, ${address}</photoshop:Credit>` +
      '</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="r"?>',
  );
}

/** The ETag of a file with a credit. @param etag of the stored file */
export function creditedEtag(etag: string, xmp: Buffer): string {
  return `${etag.slice(0, -1)}-${hash("sha1", xmp, "base64url").slice(0, 8)}"`;
}

/** The file with its credit; streams stay streams. One that is neither WebP nor JPEG stays as it is. */
export async function withCredit(
  { body, size }: Pick<StoredFile, "body" | "size">,
  xmp: Buffer,
): Promise<Pick<StoredFile, "body" | "size">> {
  if (Buffer.isBuffer(body)) {
    const credited = insertXmp(body, xmp);
    return { body: credited, size: credited.length };
  }
  const growth = await replaceStart(body, (start) => insertXmp(start, xmp));
  return { body, size: size + growth };
}

/**
 * Puts what `change` makes of a stream's first bytes in their place. The stream itself stays: wrapped into another one, a
 * file cost half as much processor time again.
 * @returns by how many bytes it grew
 */
function replaceStart(body: Readable, change: (start: Buffer) => Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    const stop = finished(body, (error) => (error ? reject(error) : resolve(0)));
    body.on("readable", function replace() {
      const start: Buffer | null = body.read(START_BYTES);
      if (!start) return;
      body.off("readable", replace);
      stop();
      const changed = change(start);
      // At once: a short stream would end.
      body.unshift(changed);
      resolve(changed.length - start.length);
    });
  });
}

/** @param bytes of a file, from its beginning, at least START_BYTES of them */
function insertXmp(bytes: Buffer, xmp: Buffer): Buffer {
  if (bytes.length < START_BYTES) return bytes;
  if (bytes.readUInt16BE(0) === 0xffd8) return insertInJpeg(bytes, xmp);
  const isWebp = bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 12) === "WEBP";
  return isWebp ? insertInWebp(bytes, xmp) : bytes;
}

/** After the header that the encoder writes first (XMP specification, part 3, section 1.1.3). */
function insertInJpeg(bytes: Buffer, xmp: Buffer): Buffer {
  const at = bytes.readUInt16BE(2) === 0xffe0 ? 4 + bytes.readUInt16BE(4) : 2;
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(2 + XMP_IN_JPEG.length + xmp.length, 2);
  return Buffer.concat([bytes.subarray(0, at), head, XMP_IN_JPEG, xmp, bytes.subarray(at)]);
}

/**
 * Directly after the extended header, where the rest need not be read: metadata may stand anywhere behind it (RFC 9649,
 * section 2.7).
 */
function insertInWebp(bytes: Buffer, xmp: Buffer): Buffer {
  const extended = extendedHeader(bytes);
  if (!extended) return bytes;
  const { header, rest } = extended;
  header.writeUInt8(header.readUInt8(8) | HAS_XMP, 8);
  const padding = Buffer.alloc(xmp.length % 2);
  const credit = Buffer.concat([header, chunkHead("XMP ", xmp.length), xmp, padding]);
  const riff = chunkHead("RIFF", bytes.readUInt32LE(4) + credit.length - (rest - 12));
  return Buffer.concat([riff, bytes.subarray(8, 12), credit, bytes.subarray(rest)]);
}

function chunkHead(name: string, size: number): Buffer {
  const head = Buffer.from(`${name}....`, "latin1");
  head.writeUInt32LE(size, 4);
  return head;
}

/**
 * A copy of the file's extended header, or a new one for a file without.
 * @returns undefined for a picture of an unknown kind; `rest`: where what follows the header begins
 */
function extendedHeader(bytes: Buffer): { header: Buffer; rest: number } | undefined {
  const kind = bytes.toString("latin1", 12, 16);
  if (kind === "VP8X") return { header: Buffer.from(bytes.subarray(12, 30)), rest: 30 };
  const header = Buffer.concat([chunkHead("VP8X", 10), Buffer.alloc(10)]);
  if (kind === "VP8 ") {
    header.writeUIntLE((bytes.readUInt16LE(26) & 0x3fff) - 1, 12, 3);
    header.writeUIntLE((bytes.readUInt16LE(28) & 0x3fff) - 1, 15, 3);
  } else if (kind === "VP8L") {
    const bits = bytes.readUInt32LE(21);
    header.writeUIntLE(bits & 0x3fff, 12, 3);
    header.writeUIntLE((bits >>> 14) & 0x3fff, 15, 3);
    header.writeUInt8((bits >>> 28) & 1 ? HAS_ALPHA : 0, 8);
  } else return undefined;
  return { header, rest: 12 };
}
