/** Draws public/link-preview.jpg, the preview of pages without a picture. Run it after the mark or headline changes. */
import { writeFile } from "node:fs/promises";
import { drawSvg } from "#media/server/codecs.ts";
import { drawLinkPreview } from "#media/server/link-preview.ts";
import { azulejo } from "#ui/tile.ts";

/** The mark of src/ui/mark.tsx on glaze, with the aspect ratio of a prompt's picture: seven tiles by five. */
const picture = await drawSvg(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-6 -2 28 20">
    <path fill="${azulejo.ground}" d="M-6-2h28v20H-6z"/>
    <path fill="${azulejo.main}" d="M0 0h8v4a4 4 0 0 0-4 4H0zM8 0a8 8 0 0 1 8 8H8zM0 8h8a8 8 0 0 1-8 8z"/>
    <circle fill="${azulejo.accent}" cx="12" cy="12" r="3"/>
  </svg>`,
  1470,
);
const jpeg = await drawLinkPreview(picture, "Encontre e compartilhe prompts poderosos", "Prompteca");
await writeFile(new URL("../public/link-preview.jpg", import.meta.url), jpeg);
