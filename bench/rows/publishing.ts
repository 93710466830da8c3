/** Publishing: how long it takes, and how much of that is the picture's. */
import sharp from "sharp";
import { preparePicture } from "#media/server/images.uploads.ts";
import { readPicture } from "#seeds/prompts.ts";
import { dataUrl } from "#tests/support/pictures.ts";
import type { Bench, Rows } from "../harness/bench.ts";
import { BROWSER } from "../harness/load.ts";

/** Width of the picture, in pixels. */
const WIDTH = 1200;
/** Publications in a round, each by another member: the limit counts by account. */
const PUBLICATIONS = 3;

/** As large as a photo that a device has shrunk, with detail in it: one of one colour would take no work. */
async function picture(): Promise<string> {
  const jpeg = await sharp(await readPicture({ key: "tucano-de-papel" }))
    .resize({ width: WIDTH })
    .jpeg({ quality: 85 })
    .toBuffer();
  return dataUrl(jpeg, "image/jpeg");
}

async function measure({ site, recorder, rounds }: Bench, what: string) {
  const members = await recorder.members(PUBLICATIONS);
  const thumbnail_url = await picture();
  const prompt = {
    title: "Um retrato à luz de uma janela",
    content: "Descreva a pessoa, a luz que vem de lado e as cores do quarto, em português do Brasil.",
    llm_type_id: 3,
    thumbnail_url,
  };
  const whole: number[] = [];
  const pictures: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    for (const { id } of members)
      for (const limit of ["publishPerAccount", "publishPerNewAuthor", "publishPerNewAuthorDaily"] as const)
        await recorder.ctx.rateLimits.forget(limit, id);
    const started = performance.now();
    for (const { authorization } of members) {
      const answer = await fetch(`${site.origin}/api/prompts`, {
        method: "POST",
        headers: { ...BROWSER, authorization, "content-type": "application/json" },
        body: JSON.stringify(prompt),
      });
      if (answer.status !== 201) throw new Error(`answered ${answer.status}: ${await answer.text()}`);
      await answer.arrayBuffer();
    }
    const ours = (performance.now() - started) / members.length;
    const drawing = performance.now();
    const { rateLimits } = recorder.ctx;
    for (const { id } of members) {
      await preparePicture({ accountId: id, rateLimits }, thumbnail_url, prompt.title);
    }
    const drawn = (performance.now() - drawing) / members.length;
    // The first round warms all of them up.
    if (round === 0) continue;
    whole.push(ours);
    pictures.push(drawn);
  }
  // An id is used once, so that the statements of one publication cannot be run again and again.
  return [{ what, unit: "ms", measured: whole, reference: pictures, against: "its picture work alone" }];
}

export const publishingRows: Rows = { "writing: publishing": measure };
