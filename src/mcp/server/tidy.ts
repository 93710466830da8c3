/** Corrects messages and arguments that models and programs write in a wrong form. */
import type * as z from "zod/mini";
import { hasTooManyValues } from "#platform/http/request-bodies.ts";
import { nameKey } from "#prompts/tool-names.ts";

/** Characters of a list, a number or a choice that is written as a text: far more than any has. */
const LONGEST = 1000;

/** One argument as it is meant. @param schema as clients read it */
function tidyValue(value: unknown, { type, enum: choices }: z.core.JSONSchema.BaseSchema): unknown {
  if (type === "string" && (typeof value === "number" || typeof value === "boolean")) return String(value);
  if (typeof value !== "string") return value;
  const written = value.trim();
  if (type === "object" || (type === "array" && written.startsWith("["))) return parsed(written) ?? value;
  if (written.length > LONGEST) return value;
  if (type === "array")
    return written
      .split(/[,;]/)
      .map((part) => part.trim())
      .filter(Boolean);
  if ((type === "integer" || type === "number") && /^-?\d+(\.\d+)?$/.test(written)) return Number(written);
  if (type === "boolean" && /^(true|false)$/i.test(written)) return written.toLowerCase() === "true";
  return choices?.find((choice) => nameKey(String(choice)) === nameKey(written)) ?? value;
}

/** Values of a list or an object that is written as a text: far more than any has, and few beside the texts in it. */
const MOST_VALUES = 1000;

/** A list or an object that is written as a text; undefined for another text. */
function parsed(written: string): unknown {
  if (hasTooManyValues(Buffer.from(written), MOST_VALUES)) return undefined;
  try {
    const value: unknown = JSON.parse(written);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

const isNothing = (value: unknown) => value === null || (typeof value === "string" && value.trim() === "");

/** Whether a value is the word by which a programming language says nothing, where people would write no text of theirs. */
const isWordForNothing = (value: unknown, { type, enum: choices }: z.core.JSONSchema.BaseSchema) =>
  (type !== "string" || choices !== undefined) &&
  typeof value === "string" &&
  /^\s*(?:null|none|nil|undefined)\s*$/i.test(value);

/**
 * Models and programs send null, nothing or its name for what is left out, numbers, switches, lists and objects as texts, and
 * names in any case.
 * @param schema what is taken
 */
export function tidy(given: unknown, schema: z.core.JSONSchema.BaseSchema): unknown {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return given ?? {};
  const { properties = {}, required = [], additionalProperties: others } = schema;
  const entries = Object.entries(given).flatMap(([name, value]) => {
    const isOptional = !required.includes(name);
    if (isOptional && isNothing(value)) return [];
    const property = Object.hasOwn(properties, name) ? properties[name] : others;
    if (typeof property !== "object") return [[name, value]];
    if (isOptional && isWordForNothing(value, property)) return [];
    const tidied = tidyValue(value, property);
    return [[name, property.type === "object" ? tidy(tidied, property) : tidied]];
  });
  return Object.fromEntries(entries);
}

/** Values of a prompt's variables. */
const VALUES = { type: "object", additionalProperties: { type: "string" } } as const;

/** What a message has beside a tool's arguments, by its method. */
function tidyParam(method: unknown, name: string, value: unknown): unknown {
  if (name !== "arguments")
    return method === "prompts/get" && typeof value === "number" ? String(value) : value;
  const given = typeof value === "string" ? (parsed(value) ?? value) : value;
  return method === "prompts/get" ? tidy(given, VALUES) : given;
}

/** The same for what a message has beside a tool's arguments, which may be a text themselves. */
export function tidyMessage(message: unknown): unknown {
  if (typeof message !== "object" || message === null || !("params" in message)) return message;
  const { params, ...others } = message as { params: unknown; method?: unknown };
  if (params === null) return others;
  if (typeof params !== "object" || Array.isArray(params)) return message;
  const given = Object.entries(params).filter(([, value]) => !isNothing(value));
  const entries = given.map(([name, value]) => [name, tidyParam(others.method, name, value)]);
  return { ...others, params: Object.fromEntries(entries) };
}
