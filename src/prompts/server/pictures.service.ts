/** Tells `media` which pictures are in use, so that it removes only the others, and which it may send. */
import type { PictureOwners } from "#media/server/removal.jobs.ts";
import {
  hasPicture,
  selectGonePrompts,
  selectIsShown,
  selectShownPicture,
  selectUnusedPictures,
} from "./pictures.queries.ts";

export {
  selectStillShown as findStillShown,
  selectWithPicture as findWithPicture,
} from "./pictures.queries.ts";

export const pictureOwners: PictureOwners = {
  hasPicture,
  selectUnused: selectUnusedPictures,
  isShown: selectIsShown,
  findShown: selectShownPicture,
  selectGone: selectGonePrompts,
};
