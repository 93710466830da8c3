/** Tells `media` which pictures are in use, so that it removes only the others, and which are hidden. */
import type { PictureOwners } from "#media/server/removal.jobs.ts";
import {
  hasPicture,
  selectGonePrompts,
  selectHiddenPictures,
  selectUnusedPictures,
} from "./pictures.queries.ts";

export {
  selectShownPictures as findShownPictures,
  selectWithPicture as findWithPicture,
} from "./pictures.queries.ts";

export const pictureOwners: PictureOwners = {
  hasPicture,
  selectUnused: selectUnusedPictures,
  selectHidden: selectHiddenPictures,
  selectGone: selectGonePrompts,
};
