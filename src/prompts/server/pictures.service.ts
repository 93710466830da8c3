/** Tells `media` which pictures are in use, so that it removes only the others, which it may send, and whose they are. */
import type { PictureOwners } from "#media/server/removal.jobs.ts";
import { promptKey, userKey } from "#platform/http/shared-caches.ts";
import {
  hasPicture,
  selectFirstWithPicture,
  selectGonePrompts,
  selectShownPicture,
  selectUnusedPictures,
} from "./pictures.queries.ts";

const creditOf = (id: number, { username, user_id }: { username: string; user_id: string }) => ({
  author: username,
  path: `/prompts/${id}`,
  keys: [promptKey(id), userKey(user_id)],
});

export const pictureOwners: PictureOwners = {
  hasPicture,
  selectUnused: selectUnusedPictures,
  async findShown(reads, hash) {
    const first = await selectFirstWithPicture(reads, hash);
    return first && creditOf(first.id, first);
  },
  async findShownOf(reads, promptId) {
    const shown = await selectShownPicture(reads, promptId);
    return shown && { hash: shown.image_hash, credit: creditOf(promptId, shown) };
  },
  selectGone: selectGonePrompts,
};
