/** What prompts tell `media`, which removes the files that nobody uses any more. */
import type { PictureOwners } from "#media/server/removal.jobs.ts";
import { hasPicture, selectGonePrompts, selectUnusedPictures } from "./pictures.queries.ts";

export const pictureOwners: PictureOwners = {
  hasPicture,
  selectUnused: selectUnusedPictures,
  selectGone: selectGonePrompts,
};
