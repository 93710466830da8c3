/** Reports for API tests. */

import type { DecisionRequest } from "#moderation/cases-contract.ts";
import type { ReportRequest } from "#moderation/contract.ts";
import { findTargetOf } from "#moderation/server/cases/target-types.ts";
import { caseVersion } from "#moderation/server/cases/targets.ts";
import type { AccountCalls, AccountsSite } from "./accounts.ts";
import type { ReceivedMail } from "./smtp.ts";
import { createUser, type TestUser } from "./users.ts";

type Site = AccountsSite & AccountCalls;
type Fields = Partial<Omit<ReportRequest, "email">>;

const REPORT = {
  target_type: "prompt",
  category: "spam",
  explanation: "Isto não devia estar aqui.",
  standing: "anyone",
} as const;

/** The status of an answer, and its error's code where it has a body. */
export const codeOf = (answer: { statusCode: number; body: string }) => [
  answer.statusCode,
  answer.body && JSON.parse(answer.body).code,
];

/** A member whom the admin has named as moderator. */
export async function createModerator(site: Site, admin: TestUser, username = "Marta Moderadora") {
  const moderator = await createUser(site.ctx, { username });
  const answer = await site.call("PUT", `/api/admin/moderators/${moderator.id}`, admin);
  if (answer.statusCode !== 204) throw new Error(`not named: ${answer.body}`);
  return moderator;
}

/** Reports a prompt as a member, or anything else that `fields` name. @returns the code */
export async function report(site: Site, member: TestUser, target_id: number | string, fields: Fields = {}) {
  const answer = await site.call("POST", "/api/reports", member, { ...REPORT, target_id, ...fields });
  if (answer.statusCode !== 201) throw new Error(`not reported: ${answer.body}`);
  return answer.json().code as string;
}

/** Reports as a visitor, whose report waits for its confirmation. */
export function reportAsVisitor(site: Site, email: string, target_id: number | string, fields: Fields = {}) {
  return site.call("POST", "/api/reports", null, {
    ...REPORT,
    target_id,
    name: "Vítor Visitante",
    email,
    ...fields,
  });
}

/** The link of a mail to a report's page. */
export function reportLinkIn({ subject, text }: ReceivedMail): URL {
  const link = /https?:\/\/\S*\/denuncias\/\S+/.exec(text)?.[0];
  if (!link) throw new Error(`No link in the mail "${subject}"`);
  return new URL(link);
}

/** Confirms a visitor's report by its mail. @param code of the report, where the address has several */
export async function confirm(site: Site, email: string, code = "") {
  for (;;) {
    const mails = site.mails.received.filter(({ to }) => to.includes(email));
    const link = mails
      .map(({ text }) => /https?:\/\/\S*\/denuncias\/\S+\?token=\S+/.exec(text)?.[0])
      .find((found) => found?.includes(code));
    if (link) {
      const { pathname, searchParams } = new URL(link);
      const url = `/api/reports/${pathname.split("/").at(-1)}/confirm`;
      return site.call("POST", url, null, { token: searchParams.get("token") });
    }
    await site.mails.waitFor(email, mails.length + 1);
  }
}

/** A prompt by its number, a user by a UUID, or another thing with its type. */
type Target = number | string | { type: "result" | "collection"; id: number };

/** The case of something. */
export async function caseOf(site: Site, target: Target) {
  const [row] = await (typeof target === "object"
    ? site.sql(`select * from moderation_cases where ${target.type}_id = $1`, target.id)
    : site.sql(
        "select * from moderation_cases where prompt_id::text = $1 or reported_user_id::text = $1",
        String(target),
      ));
  return row;
}

/** Version of the case as a moderator reads it now. */
export async function versionNow(site: Site, target: Target): Promise<string> {
  const row = await caseOf(site, target);
  return caseVersion(row, await findTargetOf(site.ctx.db, row));
}

/** Decides a case as it is now. */
export async function decide(
  site: Site,
  who: TestUser,
  target: Target,
  action: DecisionRequest["action"],
  fields: Partial<DecisionRequest> = {},
) {
  const { id } = await caseOf(site, target);
  const version = await versionNow(site, target);
  const ground = action === "keep" || action === "restore" ? "none" : "spam";
  const decision = { action, ground, reason: "Porque sim.", version, ...fields };
  return site.call("POST", `/api/admin/cases/${id}/decisions`, who, decision);
}
