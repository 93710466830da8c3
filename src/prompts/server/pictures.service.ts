/** Tells `media` which pictures are in use, so that it removes only the others, which it may send, and whose they are. */
import type { PictureOwners } from "#media/server/removal.jobs.ts";
import {
  hasPicture,
  selectFirstWithPicture,
  selectGonePrompts,
  selectShownPicture,
  selectUnusedPictures,
} from "./pictures.queries.ts";

export {
  selectStillShown as findStillShown,
  selectWithPicture as findWithPicture,
} from "./pictures.queries.ts";

const creditOf = (id: number, author: string) => ({ author, path: `/prompts/${id}` });

export const pictureOwners: PictureOwners = {
  hasPicture,
  selectUnused: selectUnusedPictures,
  async findShown(reads, hash) {
    const first = await selectFirstWithPicture(reads, hash);
    return first && creditOf(first.id, first.username);
  },
  async findShownOf(reads, promptId) {
    const shown = await selectShownPicture(reads, promptId);
    return shown && { hash: shown.image_hash, credit: creditOf(promptId, shown.username) };
  },
  selectGone: selectGonePrompts,
};
