/** Answers of an issuer that nobody asks: what a browser has when it is back. */
import { createHash, randomBytes } from "node:crypto";
import { insertFlow, takeAnswer, updatePerson } from "#accounts/server/identities/flows.queries.ts";
import { type BrowserProof, ticketOf } from "#accounts/server/identities/flows.service.ts";
import type { Context } from "#platform/context.ts";

const issuer = "https://id.example";

/** OIDC_… of a site that offers it. */
export const SILENT_ISSUER = { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: "c", OIDC_CLIENT_SECRET: "s" };

/** @param subject the issuer's name for the person */
export async function answerFlow(ctx: Context, subject: string, email: string): Promise<BrowserProof> {
  const code_verifier = randomBytes(32).toString("base64url");
  const codeChallenge = createHash("sha256").update(code_verifier).digest("base64url");
  const id = await insertFlow(ctx.db, { issuer, codeChallenge, returnPath: "/", linking: undefined });
  await takeAnswer(ctx.db, id);
  await updatePerson(ctx.db, id, { subject, email, name: null });
  return { code: ticketOf(ctx, "code", id), code_verifier };
}
