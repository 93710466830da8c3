/** Saves the key for later runs, and deletes it. */

import { PromptecaError } from "../../../client/client.ts";
import type { CheckedClient } from "../answers.ts";
import { askSecret } from "../ask.ts";
import { CliError, EXIT } from "../io.ts";
import { isPrivate, requireKey, type Session } from "../session.ts";
import { writeSettings } from "../settings.ts";

/** Asks the site whether it knows a key; one without the scope of reading counts too. */
async function check(client: CheckedClient): Promise<void> {
  try {
    await client.listFavorites({ id: "me", limit: 1 });
  } catch (error) {
    if (!(error instanceof PromptecaError) || error.code !== "key_scope") throw error;
  }
}

/** The site that a key was saved for is the one of later runs, too. */
export async function login({ io, texts, settings, url, tell, writer }: Session): Promise<void> {
  if (!isPrivate(url)) throw new CliError(EXIT.key, texts.keyNeedsHttps(url));
  const key = requireKey(await askSecret(io, texts.askKey(url)), texts);
  await check(writer(key));
  const path = await writeSettings(io, { url, keys: { ...settings.keys, [url]: key } });
  await tell(texts.keySaved(path));
}

export async function logout({ io, texts, settings, url, tell }: Session): Promise<void> {
  const { [url]: key, ...others } = settings.keys;
  if (!key) throw new CliError(EXIT.failed, texts.noKeySaved(url));
  await writeSettings(io, { ...settings, keys: others });
  await tell(texts.keyForgotten(url));
}
