/** Pictures of the old site: in data URLs, in the folder of its bucket, or at public addresses that the operator allows. */
import { createHash } from "node:crypto";
import { readFile, realpath, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import { MAX_IMAGE_BYTES } from "#media/contract.ts";
import { requireNotBarred } from "#media/server/barred-pictures.service.ts";
import { coverOf } from "#media/server/covers.ts";
import { findImage } from "#media/server/images.shared.queries.ts";
import {
  type PreparedPicture,
  preparePicture,
  type StoredForms,
  type Uploader,
} from "#media/server/images.uploads.ts";
import type { Context } from "#platform/context.ts";
import { AppError } from "#platform/http/errors.ts";
import { unreadable } from "./source.ts";

const FETCH_MS = 30_000;
/** The service's addresses of public files, before bucket and path. */
const PUBLIC_PATH = /^\/storage\/v1\/(?:object|render\/image)\/public\//;

export interface PicturePlaces {
  /** The buckets as they were downloaded. */
  folder: string | undefined;
  /** Hosts from which pictures are fetched, with the port if it is not the usual one. */
  hosts: readonly string[];
}

/** Why a prompt gets a cover; `isMissing` when there is no picture at all. */
export class NoPicture extends Error {
  readonly isMissing: boolean;
  constructor(reason: string, isMissing: boolean) {
    super(reason);
    this.isMissing = isMissing;
  }
}
const missing = (reason: string) => new NoPicture(reason, true);
const unusable = (reason: string) => new NoPicture(reason, false);

/** Of the operator's own command: nobody's time is counted. */
const uploader: Uploader = {
  accountId: "move-in",
  rateLimits: { timed: async (_limit, _key, work) => work((until) => until()) },
};

/** The path of a file below a folder, never one outside of it. */
async function findBelow(folder: string, path: string): Promise<string | undefined> {
  const root = await realpath(folder);
  for (const below of [path, path.split("/").slice(1).join("/")]) {
    if (!below) continue;
    const file = await realpath(join(root, below)).catch((error) => {
      if (error.code === "EACCES") throw unreadable("--pictures", error);
      return undefined;
    });
    if (file?.startsWith(root + sep) && (await stat(file)).isFile()) return file;
  }
  return undefined;
}

async function readSmall(file: string): Promise<Buffer> {
  if ((await stat(file)).size > MAX_IMAGE_BYTES) throw unusable(`the file ${file} is too large`);
  return readFile(file).catch((error) => Promise.reject(unreadable("--pictures", error)));
}

async function fetchPicture(address: URL): Promise<Buffer> {
  // A redirect may lead anywhere.
  const answer = await fetch(address, { redirect: "error", signal: AbortSignal.timeout(FETCH_MS) }).catch(
    (error: Error) => {
      throw missing(
        `${address.href} cannot be fetched (${(error.cause as Error)?.message ?? error.message})`,
      );
    },
  );
  if (!answer.ok) {
    await answer.body?.cancel();
    throw missing(`${address.href} answered ${answer.status}`);
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of (answer.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > MAX_IMAGE_BYTES) throw unusable(`${address.href} is too large`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Where a picture is: a data URL as it is, a file's path, or an address. @throws NoPicture */
async function locate(
  picture: string,
  { folder, hosts }: PicturePlaces,
): Promise<{ dataUrl: string } | { file: string } | { address: URL }> {
  const text = picture.trim();
  if (!text) throw missing("is missing");
  if (text.startsWith("data:")) return { dataUrl: text };
  const address = /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  const path = decode((address?.pathname ?? text).replace(PUBLIC_PATH, "").replace(/^\/+/, ""));
  const file = folder && path && !path.includes("\0") ? await findBelow(folder, path) : undefined;
  if (file) return { file };
  if (address && hosts.includes(address.host)) return { address };
  const where = address ? `${address.host}, which --fetch does not name` : text.slice(0, 100);
  throw missing(
    folder ? `is not in the folder of pictures: ${path.slice(0, 200)}` : `is elsewhere: ${where}`,
  );
}

/** Whether there is a picture at all, without reading it; addresses are not asked. @returns what is wrong, in English */
export async function findMissing(
  picture: string | null,
  places: PicturePlaces,
): Promise<string | undefined> {
  try {
    await locate(picture ?? "", places);
    return undefined;
  } catch (error) {
    if (error instanceof NoPicture) return error.message;
    throw error;
  }
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

export interface MovedPicture {
  hash: string;
  width: number;
  /** To be stored; without them the picture is stored already. */
  forms?: StoredForms;
  /** Why it is a cover. */
  fault?: NoPicture;
}

/**
 * Makes a picture ready as an upload would be; one that was stored before is not decoded again.
 * @param picture the old site's column; null without one
 */
export async function movePicture(
  ctx: Pick<Context, "db">,
  picture: string | null,
  title: string,
  places: PicturePlaces,
): Promise<MovedPicture> {
  try {
    const place = await locate(picture ?? "", places);
    const upload =
      "dataUrl" in place
        ? place.dataUrl
        : await ("file" in place ? readSmall(place.file) : fetchPicture(place.address));
    const bytes = typeof upload === "string" ? bytesOf(upload) : upload;
    const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 32);
    const stored = await findImage(ctx.db, hash);
    if (stored) {
      await requireNotBarred(ctx.db, { hash, fingerprint: null });
      return { hash, width: stored.width };
    }
    const prepared: PreparedPicture = await preparePicture(
      uploader,
      typeof upload === "string" ? upload : new File([new Uint8Array(upload)], "picture"),
      title,
    );
    await requireNotBarred(ctx.db, prepared);
    return { hash: prepared.hash, width: prepared.width, forms: prepared };
  } catch (error) {
    const fault =
      error instanceof NoPicture
        ? error
        : error instanceof AppError && error.status < 500 && unusable(`cannot be decoded: ${error.code}`);
    if (!fault) throw error;
    const cover = await coverOf(title);
    return { hash: cover.hash, width: cover.width, forms: cover, fault };
  }
}

/** Of a data URL, as it is decoded; only for its hash. */
const bytesOf = (dataUrl: string) => Buffer.from(dataUrl.slice(dataUrl.indexOf(",") + 1), "base64");
