/** What users do with their passkeys. */
import type { QueryClient } from "@tanstack/react-query";
import type { ChallengeAnswer } from "#accounts/passkey-contract.ts";
import { PASSKEYS_PATH as PATH } from "#accounts/passkey-messages.ts";
import { fetchApi, noteAsker } from "#platform/client/api.ts";

const lookAgain = (client: QueryClient) => client.invalidateQueries({ queryKey: [PATH] });

/**
 * Makes a passkey on this device.
 * @param proof the password when it is required; what the link of a mail has
 * @returns `mailed` when that mail was sent, `dismissed` when the person did not want to
 * @throws ApiError
 */
export async function makePasskey(
  client: QueryClient,
  proof: { password?: string | undefined; mailed: string | null },
): Promise<"made" | "mailed" | "dismissed"> {
  const requireAsker = noteAsker();
  const { challenge } = await fetchApi<ChallengeAnswer>(`${PATH}/challenge`, { method: "POST", body: proof });
  if (!challenge) return "mailed";
  const { createCredential } = await import("./device.ts");
  const credential = await createCredential(challenge.options);
  if (!credential) return "dismissed";
  await requireAsker();
  await fetchApi(PATH, { method: "POST", body: { challenge_id: challenge.id, credential } });
  await lookAgain(client);
  return "made";
}

/** @param id of one of them, or `reset` for what the admin asked for @throws ApiError */
async function change(client: QueryClient, id: string, method: "PATCH" | "DELETE", body: object | null) {
  await fetchApi(`${PATH}/${id}`, { method, ...(body && { body }) });
  await lookAgain(client);
}

export const namePasskey = (client: QueryClient, id: string, name: string) =>
  change(client, id, "PATCH", { name });

/** @param password only when it is required */
export const removePasskey = (client: QueryClient, id: string, password: string | undefined) =>
  change(client, id, "DELETE", { password });

export const stopReset = (client: QueryClient) => change(client, "reset", "DELETE", null);
