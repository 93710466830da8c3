/** Tells `media` which pictures are in use, so that it removes only the others. */
import type { PictureOwners } from "#media/server/removal.jobs.ts";
import { hasPicture, selectGonePrompts, selectUnusedPictures } from "./pictures.queries.ts";

export const pictureOwners: PictureOwners = {
  hasPicture,
  selectUnused: selectUnusedPictures,
  selectGone: selectGonePrompts,
};
