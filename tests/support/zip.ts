/** Reads the ZIPs that the site makes. */
import { fromBufferPromise } from "yauzl";

/** The files of a ZIP, by their names. @throws when a name comes twice */
export async function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  const zip = await fromBufferPromise(bytes, { strictFileNames: true });
  for await (const entry of zip.eachEntry()) {
    const parts: Buffer[] = [];
    for await (const part of await zip.openReadStreamPromise(entry)) parts.push(part as Buffer);
    if (files.has(entry.fileName)) throw new Error(`twice in the ZIP: ${entry.fileName}`);
    files.set(entry.fileName, Buffer.concat(parts));
  }
  return files;
}
