/** Publishing: how long it takes, and how much of that is the picture's. */
import { drawSvg, fromPixels } from "#media/server/codecs.ts";
import { preparePicture } from "#media/server/images.service.ts";
import { drawPicture } from "#seeds/pictures/picture.ts";
import type { Bench, Row } from "../harness/bench.ts";
import { BROWSER } from "../harness/load.ts";

/** Of the picture, in pixels. */
const WIDTH = 1200;
/** Publications in a round, each by another person: the limit counts by account. */
const PUBLICATIONS = 3;
const NAME = "writing: publishing";

/** As large as a photo that a device has shrunk, with detail in it: one of one colour would take no work. */
async function picture(): Promise<string> {
  const svg = drawPicture({ scene: "toucan", palette: "anil", seed: "bench" });
  const jpeg = await fromPixels(await drawSvg(svg, WIDTH))
    .jpeg({ quality: 85 })
    .toBuffer();
  return `data:image/jpeg;base64,${jpeg.toString("base64")}`;
}

async function measure({ site, recorder, replayer, rounds }: Bench) {
  const people = await recorder.members(PUBLICATIONS);
  const thumbnail_url = await picture();
  const prompt = {
    title: "Um retrato à luz de uma janela",
    content: "Descreva a pessoa, a luz que vem de lado e as cores do quarto, em português do Brasil.",
    llm_type_id: 3,
    thumbnail_url,
  };
  const whole: number[] = [];
  const parts: number[] = [];
  const pictures: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    // The statements that run again and again count as publications too.
    for (const { id } of people) await recorder.ctx.limits.forget("publishPerAccount", id);
    const started = performance.now();
    for (const { authorization } of people) {
      const answer = await fetch(`${site.origin}/api/prompts`, {
        method: "POST",
        headers: { ...BROWSER, authorization, "content-type": "application/json" },
        body: JSON.stringify(prompt),
      });
      if (answer.status !== 201) throw new Error(`answered ${answer.status}: ${await answer.text()}`);
      await answer.arrayBuffer();
    }
    const ours = (performance.now() - started) / people.length;
    const drawing = performance.now();
    for (const _ of people) await preparePicture(thumbnail_url, prompt.title);
    const drawn = (performance.now() - drawing) / people.length;
    const { statements } = await recorder.record({
      method: "POST",
      url: "/api/prompts",
      headers: { authorization: people[round % people.length]?.authorization ?? "" },
      payload: prompt,
    });
    const written = 1000 / (await replayer.run([[statements]], 0.5));
    // The first round warms all of them up.
    if (round === 0) continue;
    whole.push(ours);
    pictures.push(drawn);
    parts.push(drawn + written);
  }
  return [
    {
      what: NAME,
      unit: "ms",
      measured: whole,
      reference: parts,
      against: "its picture work and its statements",
    },
    { what: `${NAME}, picture work of it`, unit: "ms", measured: pictures },
  ];
}

export const publishingRows: Row[] = [{ name: NAME, measure }];
