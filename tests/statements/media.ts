/** Calls of the queries of `media`. */
import { PICTURES } from "#media/server/images.shared.queries.ts";
import type { CallsOf } from "./prepare.ts";
import { IMAGE, PROMPT } from "./values.ts";

export const media = {
  "#media/server/barred-pictures.queries.ts": {
    lockBars: [[]],
    shareBars: [[]],
    insertBarred: [[PROMPT, IMAGE, ["01".repeat(128)]]],
    selectAlike: [[IMAGE, "", { most: 100, maxDifference: 60 }]],
    selectWithoutFingerprint: [[100]],
    setFingerprint: [[IMAGE, "01".repeat(128)]],
    isBarred: [[{ hash: IMAGE, fingerprint: "01".repeat(128) }, 60]],
  } satisfies CallsOf<typeof import("#media/server/barred-pictures.queries.ts")>,

  "#media/server/barred-pictures.shared.queries.ts": {
    liftBar: [[PROMPT, IMAGE]],
    selectIsWithheld: [[IMAGE]],
    serveAgain: [[IMAGE]],
  } satisfies CallsOf<typeof import("#media/server/barred-pictures.shared.queries.ts")>,

  "#media/server/images.queries.ts": {
    allowIdleTransaction: [[]],
    lockImage: [[{ hash: IMAGE, width: 800, height: 600, animated: false, color: "#000000", bytes: 1024 }]],
    deleteImage: [[IMAGE]],
  } satisfies CallsOf<typeof import("#media/server/images.queries.ts")>,

  "#media/server/images.shared.queries.ts": {
    findImage: [[IMAGE]],
    lockStoredImage: [[IMAGE]],
    PICTURES: [PICTURES],
  } satisfies CallsOf<typeof import("#media/server/images.shared.queries.ts")>,
};
