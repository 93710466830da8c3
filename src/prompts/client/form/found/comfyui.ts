/** Reads what ComfyUI writes: not a prompt but the graph that made the picture, which is followed from its sampler back. */
import type { FoundPrompt } from "./found-prompt.ts";
import { asObject, asText, type JsonObject } from "./json.ts";

interface GraphNode {
  type: string;
  inputs: JsonObject;
}
type Graph = ReadonlyMap<string, GraphNode>;
type Side = "positive" | "negative";

/** Larger graphs are not followed. */
const MOST_NODES = 3000;

/** Under what names nodes hold a text, or the way to one; the side itself where a node passes both on. */
const textInputs = [
  "populated_text",
  "text",
  "text_g",
  "text_l",
  "t5xxl",
  "clip_l",
  "prompt",
  "string",
  "value",
];
const wayInputs = ["conditioning", "conditioning_1", "conditioning_to"];
const modelInputs = ["ckpt_name", "unet_name", "model_name", "model"];
/** Texts that a node strings together, in their order: `string_a`, `text_b`, `text2`. */
const joinedInput = /^(?:string|text)_?(?:[a-d]|[1-9])$/;
/** Makes a side empty by zeroing the other one, whose text it is connected to. */
const EMPTYING = "ConditioningZeroOut";

/** @param prompt the graph as it ran; @param workflow the same as it was drawn, where the other is missing */
export function readComfyUi(prompt: unknown, workflow: unknown): FoundPrompt | undefined {
  const graph = graphThatRan(prompt) ?? graphAsDrawn(workflow);
  if (!graph) return undefined;
  const nodes = [...graph.values()];
  const samplers = nodes.filter(({ type }) => /sampler/i.test(type));
  for (const sampler of [...samplers, ...nodes]) {
    const { inputs } = sampler;
    const source = nodeAt(graph, inputs.guider)?.inputs ?? inputs;
    const positive = source.positive ?? (inputs.guider ? source.conditioning : undefined);
    const text = nodeAt(graph, positive) && textAt(graph, positive, "positive");
    if (!text) continue;
    // Either all in the sampler, or each in a node of its own.
    const [sigmas, method, noise] = [inputs.sigmas, inputs.sampler, inputs.noise].map(
      (link) => nodeAt(graph, link)?.inputs ?? inputs,
    );
    return {
      prompt: text,
      negative: textAt(graph, source.negative, "negative"),
      settings: [
        ["Steps", sigmas?.steps],
        ["Sampler", asText(method?.sampler_name)],
        ["Scheduler", asText(sigmas?.scheduler)],
        ["CFG scale", source.cfg],
        ["Seed", noise?.seed ?? noise?.noise_seed],
        ["Model", lookUp(graph, source.model, modelInputs, new Set())],
      ],
    };
  }
  return undefined;
}

/** The node that a connection leads to: `[node, its output]`. */
function nodeAt(graph: Graph, link: unknown): GraphNode | undefined {
  return Array.isArray(link) && link.length === 2 ? graph.get(String(link[0])) : undefined;
}

function textAt(graph: Graph, link: unknown, side: Side): string | undefined {
  return lookUp(graph, link, [...textInputs, `text_${side}`, side, ...wayInputs], new Set());
}

/** The first text under one of these names, in the node that a connection leads to or in those before it. */
function lookUp(graph: Graph, value: unknown, names: string[], seen: Set<GraphNode>): string | undefined {
  if (typeof value === "string") return value.trim() ? value : undefined;
  const node = nodeAt(graph, value);
  if (!node || seen.has(node)) return undefined;
  if (node.type === EMPTYING) return undefined;
  seen.add(node);
  for (const name of names) {
    const text = lookUp(graph, node.inputs[name], names, seen);
    if (text) return text;
  }
  const parts = Object.keys(node.inputs)
    .filter((name) => joinedInput.test(name))
    .sort();
  const texts = parts.flatMap((name) => lookUp(graph, node.inputs[name], names, seen) ?? []);
  return texts.join(asText(node.inputs.delimiter) ?? " ") || undefined;
}

function graphThatRan(json: unknown): Graph | undefined {
  const entries = Object.entries(asObject(json) ?? {}).slice(0, MOST_NODES);
  const nodes = entries.flatMap(([id, value]) => {
    const node = asObject(value);
    const type = asText(node?.class_type);
    const inputs = asObject(node?.inputs);
    return type && inputs ? [[id, { type, inputs }] as const] : [];
  });
  return nodes.length > 0 ? new Map(nodes) : undefined;
}

/** As drawn, nodes name their connections by number, and what was typed into them has lost its names. */
function graphAsDrawn(json: unknown): Graph | undefined {
  const { nodes, links } = asObject(json) ?? {};
  if (!Array.isArray(nodes) || !Array.isArray(links)) return undefined;
  const origins = new Map<unknown, unknown>();
  for (const link of links.slice(0, 4 * MOST_NODES)) {
    if (Array.isArray(link)) origins.set(link[0], [link[1], link[2]]);
  }
  const graph = new Map<string, GraphNode>();
  for (const value of nodes.slice(0, MOST_NODES)) {
    const node = asObject(value);
    const type = asText(node?.type);
    if (!node || !type) continue;
    const inputs = new Map<string, unknown>();
    const typed = Array.isArray(node.widgets_values) ? node.widgets_values : [];
    if (/text|string|prompt/i.test(type)) inputs.set("text", asText(typed[0]));
    if (/checkpoint|unet/i.test(type)) inputs.set("ckpt_name", asText(typed[0]));
    for (const input of Array.isArray(node.inputs) ? node.inputs : []) {
      const { name, link } = asObject(input) ?? {};
      const origin = origins.get(link);
      if (typeof name === "string" && origin) inputs.set(name, origin);
    }
    graph.set(String(node.id), { type, inputs: Object.fromEntries(inputs) });
  }
  return graph;
}
