/** The form of a report, checked by the same rules in the browser and, for browsers without scripts, on the server. */
import * as z from "zod/mini";
import { emailText } from "#accounts/contract.ts";
import { text, trim } from "#language/text.ts";
import { type ReportRequest, reporterName, reportRequest } from "./contract.ts";
import { messages } from "./messages.ts";

/** Longer addresses are none of this site. */
const ADDRESS_LENGTH = 500;

type Target = Pick<ReportRequest, "target_type" | "target_id">;

/**
 * What an address of this site shows.
 * @param address as typed: with or without protocol and host, query and fragment
 * @param origin the site's
 * @returns undefined for other addresses
 */
export function targetOf(address: string, origin: string): Target | undefined {
  const { host } = new URL(origin);
  const typed = address.trim().replace(/^https?:\/\//i, "");
  const path = typed.toLowerCase().startsWith(host) ? typed.slice(host.length) : typed;
  const [, page, id = ""] =
    /^\/(prompts|users)\/([\da-f-]{1,36})(?:\/versoes(?:\/\d{1,10})?)?\/?(?:[?#].*)?$/i.exec(path) ?? [];
  if (page === "users") return { target_type: "user", target_id: id.toLowerCase() };
  return page && /^\d{1,15}$/.test(id) ? { target_type: "prompt", target_id: Number(id) } : undefined;
}

/** The address of a page, whole, as people know it. */
export function addressOfTarget(origin: string, type: string | null, id: string | null): string {
  if (!id || (type !== "prompt" && type !== "user")) return "";
  return `${origin}/${type === "prompt" ? "prompts" : "users"}/${encodeURIComponent(id)}`;
}

/**
 * What the explanation begins with for a note about a prompt, which is reported as its author.
 * @param note the ids of prompt and note, from an address
 */
export function aboutNote(origin: string, note: string | null): string {
  const [, prompt, id] = /^(\d{1,15})-(\d{1,15})$/.exec(note ?? "") ?? [];
  return id ? `Sobre a observação ${origin}/prompts/${prompt}#resultado-${id}\n\n` : "";
}

/** The same for a collection, which is reported as its owner. @param id from an address */
export function aboutCollection(origin: string, id: string | null): string {
  return id && /^\d{1,15}$/.test(id) ? `Sobre a coleção ${origin}/colecoes/${id}\n\n` : "";
}

/**
 * What the explanation begins with for an old version of a prompt, which is reported as that.
 * @param version its number, from an address
 */
export function aboutVersion(origin: string, prompt: string | null, version: string | null): string {
  const isOne = /^\d{1,15}$/.test(prompt ?? "") && /^\d{1,10}$/.test(version ?? "");
  return isOne ? `Sobre a versão ${origin}/prompts/${prompt}/versoes/${version}\n\n` : "";
}

const someText = text({ min: 1, max: 1000, none: messages.emailRequired, short: messages.emailRequired });

/**
 * The rules of the form.
 * @param origin the site's
 * @param isMember whether the reporter is logged in: then name and e-mail are the account's
 */
export function reportForm(origin: string, isMember: boolean) {
  const { category, explanation, standing } = reportRequest.shape;
  const foreign = `Informe o endereço de um prompt ou de um perfil deste site, como ${origin}/prompts/123`;
  // A member may have begun to type them before logging in.
  const dropped = z.pipe(
    z.optional(z.string()),
    z.transform((): string | undefined => undefined),
  );
  return z.object({
    address: text(
      {
        min: 1,
        max: ADDRESS_LENGTH,
        tidy: trim,
        none: messages.targetInvalid,
        short: messages.targetInvalid,
        long: foreign,
      },
      z.refine((address) => !address || targetOf(address, origin) !== undefined, { error: foreign }),
    ),
    category,
    explanation,
    standing,
    name: isMember ? dropped : reporterName,
    email: isMember ? dropped : z.pipe(someText, emailText),
  });
}
export type ReportForm = z.output<ReturnType<typeof reportForm>>;
export type TypedReport = Record<keyof ReportForm, string>;

/** The call's body. @param form what {@link reportForm} accepted */
export function toRequest({ address, ...form }: ReportForm, origin: string): ReportRequest {
  const target = targetOf(address, origin);
  if (!target) throw new Error("an address that the form accepted has no target");
  return { ...form, ...target };
}

interface Refusal {
  code: string;
  field?: string | undefined;
}

/** The field to which an error of the call belongs; `root` for none. */
export function fieldOfRefusal({ code, field }: Refusal): keyof TypedReport | "root" {
  if (code === "target_not_found" || code === "own_content" || field?.startsWith("target")) return "address";
  const fields = ["category", "explanation", "standing", "name", "email"] as const;
  return fields.find((name) => name === field) ?? "root";
}
