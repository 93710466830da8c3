/** The form of a report, checked by the same rules in the browser and, for browsers without scripts, on the server. */
import * as z from "zod/mini";
import { emailText } from "#accounts/contract.ts";
import { text, trim } from "#language/text.ts";
import { type ReportRequest, reporterName, reportRequest } from "./contract.ts";
import { messages } from "./messages.ts";

/** No address of this site is longer. */
const ADDRESS_LENGTH = 500;

type Target = Pick<ReportRequest, "target_type" | "target_id" | "target_version">;

/**
 * The reported thing that an address of this site shows.
 * @param address as typed: with or without protocol and host, query and fragment
 * @param origin the site's
 * @returns undefined for other addresses
 */
export function targetOf(address: string, origin: string): Target | undefined {
  const { host } = new URL(origin);
  const typed = address.trim().replace(/^https?:\/\//i, "");
  const path = typed.toLowerCase().startsWith(host) ? typed.slice(host.length) : typed;
  const user = /^\/users\/([\da-f-]{1,36})\/?(?:[?#].*)?$/i.exec(path)?.[1];
  if (user) return { target_type: "user", target_id: user.toLowerCase() };
  const list = /^\/colecoes\/(\d{1,15})(?:-[a-z\d-]*)?\/?(?:[?#].*)?$/i.exec(path)?.[1];
  if (list) return { target_type: "collection", target_id: Number(list) };
  const [, prompt, version, answer] =
    /^\/prompts\/(\d{1,15})(?:\/versoes(?:\/(\d{1,9}))?)?\/?(?:\?[^#]*)?(?:#(?:resultado-(\d{1,15})|.*))?$/i.exec(
      path,
    ) ?? [];
  if (answer) return { target_type: "result", target_id: Number(answer) };
  if (!prompt) return undefined;
  return {
    target_type: "prompt",
    target_id: Number(prompt),
    ...(Number(version) > 0 && { target_version: Number(version) }),
  };
}

/**
 * The address of a page, whole, as people know it.
 * @param id of an answer `{prompt}-{answer}`
 * @param version the number of an old version of a prompt
 */
export function addressOfTarget(
  origin: string,
  type: string | null,
  id: string | null,
  version: string | null = null,
): string {
  const [, prompt, answer] = /^(\d{1,15})-(\d{1,15})$/.exec(id ?? "") ?? [];
  if (!id) return "";
  const part = encodeURIComponent(id);
  if (type === "result") return answer ? `${origin}/prompts/${prompt}#resultado-${answer}` : "";
  if (type === "collection") return `${origin}/colecoes/${part}`;
  if (type === "user") return `${origin}/users/${part}`;
  const old = /^\d{1,9}$/.test(version ?? "") ? `/versoes/${version}` : "";
  return type === "prompt" ? `${origin}/prompts/${part}${old}` : "";
}

const someText = text({
  min: 1,
  max: 1000,
  asIs: true,
  none: messages.emailRequired,
  short: messages.emailRequired,
});

/**
 * The rules of the form.
 * @param origin the site's
 * @param isMember whether the reporter is logged in: then name and e-mail are the account's
 */
export function reportForm(origin: string, isMember: boolean) {
  const { category, explanation, standing } = reportRequest.shape;
  const foreign = `Informe o endereço de um prompt, de um perfil ou de uma coleção deste site, como ${origin}/prompts/123`;
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
