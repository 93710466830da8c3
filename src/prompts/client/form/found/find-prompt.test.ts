import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { TEXT_LIMITS } from "#prompts/catalog.ts";
import { unicodeComment, withJpegExif, withPngTexts, withWebpExif } from "#tests/support/picture-metadata.ts";
import { findPrompt, promptIn } from "./find-prompt.ts";
import { textOf } from "./found-prompt.ts";

const picture = () => sharp({ create: { width: 8, height: 8, channels: 3, background: "#336699" } });
const png = await picture().png().toBuffer();
const jpeg = await picture().jpeg().toBuffer();
const webp = await picture().webp().toBuffer();
const find = (bytes: Buffer) => findPrompt(new Blob([new Uint8Array(bytes)]));

const POSITIVE = "um quintal mineiro ao entardecer, (luz dourada:1.2)";
const automatic1111 = `${POSITIVE}
pés de jabuticaba
Negative prompt: pessoas, texto
Steps: 28, Sampler: DPM++ 2M, Schedule type: Karras, CFG scale: 6.5, Seed: 1234, Size: 832x1216, Model hash: abc123, Model: juggernaut, Lora hashes: "a: 1, b: 2", Version: v1.10`;
const read1111 = `${POSITIVE}
pés de jabuticaba

Prompt negativo: pessoas, texto

Parâmetros: Steps: 28, Sampler: DPM++ 2M, Schedule type: Karras, CFG scale: 6.5, Seed: 1234, Size: 832x1216, Model: juggernaut`;

const graph = {
  1: { class_type: "CheckpointLoaderSimple", inputs: { ckpt_name: "sdxl.safetensors" } },
  2: { class_type: "CLIPTextEncode", inputs: { text: "texto, borrão", clip: ["1", 1] } },
  3: { class_type: "PrimitiveString", inputs: { value: POSITIVE } },
  4: { class_type: "CLIPTextEncode", inputs: { text: ["3", 0], clip: ["1", 1] } },
  5: { class_type: "ControlNetApplyAdvanced", inputs: { positive: ["4", 0], negative: ["2", 0] } },
  6: { class_type: "LoraLoader", inputs: { model: ["1", 0], lora_name: "x" } },
  7: {
    class_type: "KSampler",
    inputs: {
      positive: ["5", 0],
      negative: ["5", 1],
      model: ["6", 0],
      steps: 20,
      cfg: 7,
      seed: 42,
      sampler_name: "euler",
      scheduler: "karras",
    },
  },
};
const readGraph = `${POSITIVE}

Prompt negativo: texto, borrão

Parâmetros: Steps: 20, Sampler: euler, Scheduler: karras, CFG scale: 7, Seed: 42, Model: sdxl.safetensors`;

describe("Automatic1111 and Forge", () => {
  test.each(["tEXt", "iTXt", "zTXt"] as const)("in a PNG's %s chunk", async (kind) => {
    expect(await find(withPngTexts(png, { parameters: automatic1111 }, kind))).toBe(read1111);
  });

  test.each(["be", "le"] as const)("in a JPEG's user comment, UTF-16 %s", async (order) => {
    expect(await find(withJpegExif(jpeg, { UserComment: unicodeComment(automatic1111, order) }))).toBe(
      read1111,
    );
  });

  test("in a WebP's user comment", async () => {
    const UserComment = unicodeComment(automatic1111);
    expect(await find(withWebpExif(webp, 8, 8, { UserComment }))).toBe(read1111);
  });

  test("with letters that Latin-1 lacks", async () => {
    const text = "um cartaz com “aspas” e 雪, traço largo";
    expect(await find(withPngTexts(png, { parameters: text }, "iTXt"))).toBe(text);
  });

  test("as UTF-8 where Latin-1 or UTF-16 belongs, under a translated keyword, packed", async () => {
    const utf8 = Buffer.from(automatic1111);
    expect(await find(withPngTexts(png, { parameters: utf8.toString("latin1") }))).toBe(read1111);
    const comment = Buffer.concat([Buffer.from("UNICODE\0"), utf8]);
    expect(await find(withJpegExif(jpeg, { UserComment: comment }))).toBe(read1111);
    expect(await find(withPngTexts(png, { parameters: automatic1111 }, "iTXt", "pt-BR"))).toBe(read1111);
  });

  test("a prompt that speaks of steps itself", async () => {
    const parameters = "uma escada\nSteps: 3 degraus de pedra\nNegative prompt: texto\nSteps: 20, Seed: 3";
    expect(await find(withPngTexts(png, { parameters }))).toBe(
      "uma escada\nSteps: 3 degraus de pedra\n\nPrompt negativo: texto\n\nParâmetros: Steps: 20, Seed: 3",
    );
  });

  test("a chunk that claims to be longer than it is gives nothing of what follows it", async () => {
    const whole = withPngTexts(png, { parameters: automatic1111 });
    whole.writeUInt32BE(0x7fffffff, whole.indexOf("tEXt") - 4);
    expect(await find(whole)).toBeUndefined();
  });

  test("a photo's own comment is no prompt", async () => {
    const UserComment = Buffer.from("ASCII\0\0\0Férias em Paraty, 2024, com a família");
    expect(await find(withJpegExif(jpeg, { UserComment, Make: "Câmera" }))).toBeUndefined();
  });
});

describe("ComfyUI", () => {
  test("follows the sampler's positive connection, through whatever stands between", async () => {
    expect(await find(withPngTexts(png, { prompt: JSON.stringify(graph) }))).toBe(readGraph);
  });

  test("in a WebP's tags and in a JPEG's comment", async () => {
    const Model = `prompt:${JSON.stringify(graph)}`.replaceAll(/[\u0080-\uffff]/g, (c) => {
      return `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`;
    });
    expect(await find(withWebpExif(webp, 8, 8, { Model }))).toBe(readGraph);
    const UserComment = unicodeComment(JSON.stringify({ prompt: graph }));
    expect(await find(withJpegExif(jpeg, { UserComment }))).toBe(readGraph);
  });

  test("of a guider, of Flux", () => {
    const flux = {
      1: { class_type: "CLIPTextEncode", inputs: { text: POSITIVE } },
      2: { class_type: "FluxGuidance", inputs: { conditioning: ["1", 0], guidance: 3.5 } },
      3: { class_type: "BasicGuider", inputs: { conditioning: ["2", 0], model: ["9", 0] } },
      4: {
        class_type: "SamplerCustomAdvanced",
        inputs: { guider: ["3", 0], sigmas: ["5", 0], sampler: ["6", 0], noise: ["7", 0] },
      },
      5: { class_type: "BasicScheduler", inputs: { steps: 20, scheduler: "simple" } },
      6: { class_type: "KSamplerSelect", inputs: { sampler_name: "euler" } },
      7: { class_type: "RandomNoise", inputs: { noise_seed: 42 } },
    };
    const found = promptIn(new Map([["prompt", JSON.stringify(flux)]]));
    expect(found && textOf(found)).toBe(
      `${POSITIVE}\n\nParâmetros: Steps: 20, Sampler: euler, Scheduler: simple, Seed: 42`,
    );
  });

  test("a side that is emptied by zeroing the other has no text, as in Flux's own template", () => {
    const zeroed = {
      1: { class_type: "CLIPTextEncode", inputs: { text: POSITIVE } },
      2: { class_type: "ConditioningZeroOut", inputs: { conditioning: ["1", 0] } },
      3: { class_type: "KSampler", inputs: { positive: ["1", 0], negative: ["2", 0] } },
    };
    const found = promptIn(new Map([["prompt", JSON.stringify(zeroed)]]));
    expect([found?.prompt, found?.negative]).toEqual([POSITIVE, undefined]);
  });

  test.each([
    ["ImpactWildcardProcessor", { wildcard_text: "um {quintal|sítio}", populated_text: POSITIVE }],
    ["SDXLPromptStyler", { text_negative: "borrão", text_positive: POSITIVE }],
  ])("a text that %s made", (class_type, inputs) => {
    const made = {
      1: { class_type, inputs },
      2: { class_type: "CLIPTextEncode", inputs: { text: ["1", 0] } },
      3: { class_type: "KSampler", inputs: { positive: ["2", 0] } },
    };
    expect(promptIn(new Map([["prompt", JSON.stringify(made)]]))?.prompt).toBe(POSITIVE);
  });

  test("a text that nodes string together, with what stands between", () => {
    const joined = {
      1: { class_type: "PrimitiveString", inputs: { value: "luz dourada" } },
      2: {
        class_type: "StringConcatenate",
        inputs: { string_b: ["1", 0], string_a: "um quintal", delimiter: ", " },
      },
      3: { class_type: "Text Concatenate", inputs: { text_a: ["2", 0], text_b: "ao longe", text_c: "" } },
      4: { class_type: "CLIPTextEncode", inputs: { text: ["3", 0], clip: ["9", 0] } },
      5: { class_type: "KSampler", inputs: { positive: ["4", 0], negative: ["9", 1] } },
    };
    expect(promptIn(new Map([["prompt", JSON.stringify(joined)]]))?.prompt).toBe(
      "um quintal, luz dourada ao longe",
    );
  });

  test("as drawn, where the graph that ran is missing, and with Python's NaN", () => {
    const workflow = `{
      "nodes": [
        {"id": 1, "type": "CLIPTextEncode", "widgets_values": [${JSON.stringify(POSITIVE)}], "is_changed": [NaN]},
        {"id": 2, "type": "KSampler", "inputs": [{"name": "positive", "link": 7}, {"name": "model", "link": null}]}
      ],
      "links": [[7, 1, 0, 2, 1, "CONDITIONING"]]
    }`;
    expect(promptIn(new Map([["workflow", workflow]]))?.prompt).toBe(POSITIVE);
  });

  test("a graph that goes round in a circle has no prompt", () => {
    const circle = {
      1: { class_type: "ConditioningCombine", inputs: { conditioning_1: ["2", 0] } },
      2: { class_type: "ConditioningCombine", inputs: { conditioning_1: ["1", 0] } },
      3: { class_type: "KSampler", inputs: { positive: ["1", 0] } },
    };
    expect(promptIn(new Map([["prompt", JSON.stringify(circle)]]))).toBeUndefined();
  });
});

describe("other programs", () => {
  test("InvokeAI of three ages", async () => {
    const settings = { steps: 30, cfg_scale: 7.5, seed: 9, width: 512, height: 768 };
    const three = {
      ...settings,
      positive_prompt: POSITIVE,
      negative_prompt: "texto",
      scheduler: "euler",
      model: { name: "dreamshaper" },
    };
    expect(await find(withPngTexts(png, { invokeai_metadata: JSON.stringify(three) }))).toBe(
      `${POSITIVE}\n\nPrompt negativo: texto\n\nParâmetros: Steps: 30, Sampler: euler, CFG scale: 7.5, Seed: 9, Size: 512x768, Model: dreamshaper`,
    );
    const image = { ...settings, prompt: [{ prompt: POSITIVE, weight: 1 }], sampler: "k_lms" };
    expect(promptIn(new Map([["sd-metadata", JSON.stringify({ image })]]))?.prompt).toBe(POSITIVE);
    const dream = `"${POSITIVE} [texto]" -s 50 -S 1950 -W 512 -H 512 -C 7.5 -A k_lms`;
    expect(await find(withPngTexts(png, { Dream: dream }))).toBe(
      `${POSITIVE} [texto]\n\nParâmetros: Steps: 50, Sampler: k_lms, CFG scale: 7.5, Seed: 1950`,
    );
  });

  test("NovelAI, but no other program's comment", () => {
    const comment = { prompt: POSITIVE, uc: "texto", steps: 28, sampler: "k_euler", seed: 7, scale: 5 };
    expect(promptIn(new Map([["Comment", JSON.stringify(comment)]]))).toMatchObject({
      prompt: POSITIVE,
      negative: "texto",
    });
    expect(promptIn(new Map([["Comment", "Created with GIMP"]]))).toBeUndefined();
  });
});

describe("whatever the file is", () => {
  test("a picture without a prompt, one that is cut off, noise and nothing at all give nothing", async () => {
    for (const bytes of [png, jpeg, webp, Buffer.from("nada"), Buffer.alloc(0), png.subarray(0, 40)]) {
      expect(await find(bytes)).toBeUndefined();
    }
  });

  test("damage at any place of a file throws nothing", async () => {
    const whole = withJpegExif(jpeg, { UserComment: unicodeComment(automatic1111) });
    for (let at = 0; at < 400; at += 7) {
      const damaged = Buffer.from(whole);
      damaged[at] = (damaged[at] ?? 0) ^ 0xff;
      await find(damaged);
      await find(whole.subarray(0, at));
    }
  });

  test.each([
    ["prompt", "{"],
    ["prompt", "[]"],
    ["prompt", '{"1": null, "2": {"class_type": 3}, "3": {"class_type": "KSampler", "inputs": []}}'],
    ["prompt", '{"3": {"class_type": "KSampler", "inputs": {"positive": ["__proto__", 0]}}}'],
    [
      "workflow",
      '{"nodes": [null, 1, {"id": {}, "type": "KSampler", "inputs": [null]}], "links": [null, []]}',
    ],
    ["invokeai_metadata", '{"positive_prompt": 3}'],
    ["sd-metadata", '{"image": {"prompt": [null, {"prompt": 1}]}}'],
    ["Dream", '"sem fim'],
    ["Comment", '{"prompt": null, "uc": ""}'],
    ["parameters", " \n "],
    ["UserComment", "null"],
  ])("%s of %s is no prompt", (name, text) => {
    expect(promptIn(new Map([[name, text]]))?.prompt.trim() || undefined).toBeUndefined();
  });

  test("a packed text that unpacks to much more is left out, and a long prompt is cut to what a prompt may hold", async () => {
    expect(await find(withPngTexts(png, { parameters: "a".repeat(9_000_000) }, "zTXt"))).toBeUndefined();
    const long = await find(
      withPngTexts(png, { parameters: `${"palavra ".repeat(4000)}\nNegative prompt: texto` }),
    );
    expect(long).toHaveLength(TEXT_LIMITS.content);
  });

  test("hostile texts of a megabyte are read in one go", () => {
    for (const text of [
      'A: "'.repeat(250_000),
      "Steps: 1, A ".repeat(80_000),
      "[[".repeat(400_000),
      '"\\"'.repeat(300_000),
    ]) {
      for (const name of ["parameters", "UserComment", "prompt", "Dream"]) promptIn(new Map([[name, text]]));
    }
  });
});
