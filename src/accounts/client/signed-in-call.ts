/** Calls that make no sense without a session. */
import { messages } from "#accounts/messages.ts";
import { ApiError, type ApiRequest, fetchApi, noteAsker } from "#platform/client/api.ts";
import { openAuthDialog } from "./auth-dialog-state.ts";
import { readAccessToken } from "./session.ts";

/** Staff who act in a session that is not enough are asked for their passkey. @throws ApiError also without a token to call with */
export async function callSignedIn<T>(path: string, request?: ApiRequest): Promise<T> {
  const requireAsker = noteAsker();
  const token = await readAccessToken();
  await requireAsker();
  if (!token) throw new ApiError(0, { message: messages.tokenMissing, code: "no_token" });
  return fetchApi<T>(path, request).catch((error) => {
    // What is only read is asked for by pages, without anybody's press.
    if (error instanceof ApiError && error.code === "passkey_required" && request?.method)
      openAuthDialog("passkey");
    throw error;
  });
}
