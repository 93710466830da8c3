/** Which program and version this is. */
import about from "../package.json" with { type: "json" };

export const { name: NAME, version: VERSION } = about;
