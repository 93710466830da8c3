/** Sets the like or favourite whose press a login interrupted. */
import type { QueryClient } from "@tanstack/react-query";
import { forgetInterrupted, readInterrupted } from "#accounts/client/interrupted.ts";
import { getSession } from "#accounts/client/session.ts";
import { ApiError } from "#platform/client/api.ts";
import { messages } from "#reactions/messages.ts";
import { toast } from "#ui/toast.ts";
import { promptOptions } from "./prompts.queries.ts";
import { setFavorited, setLiked } from "./reactions.ts";

/**
 * Called when somebody is logged in: after a login, and when a page opens with a session. It shows no success, because the
 * login has one and the button shows it. What the network failed is tried again by the next page.
 */
export async function finishReaction(client: QueryClient): Promise<void> {
  const task = readInterrupted()?.task;
  const user = getSession().user;
  if (task?.name !== "like" && task?.name !== "favorite") return;
  try {
    // The reaction as it is for this user: an existing one stays.
    const options = promptOptions(String(task.id));
    const prompt = await client.fetchQuery({ ...options, staleTime: 0 });
    if (!prompt || prompt === "removed") throw new ApiError(404, {});
    // Meanwhile something else may have been pressed, here or in another tab, or somebody else logged in.
    const wanted = readInterrupted()?.task;
    if (wanted?.name !== task.name || wanted.id !== task.id || getSession().user?.id !== user?.id) {
      // A prompt read before that may be out of date.
      await client.invalidateQueries(options);
      return;
    }
    if (task.name === "like" && !prompt.is_liked) await setLiked(client, prompt, true);
    if (task.name === "favorite" && !prompt.is_favorited) await setFavorited(client, prompt, true);
    forgetInterrupted();
  } catch (error) {
    // Somebody has logged out meanwhile, which has its own message.
    if (getSession().user?.id !== user?.id) return;
    const refused = error instanceof ApiError && error.status >= 400 && error.status < 500;
    if (refused) forgetInterrupted();
    toast({ title: messages.failed, description: messages.failedText, variant: "destructive" });
  }
}
