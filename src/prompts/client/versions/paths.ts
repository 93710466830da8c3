/** Addresses of the pages of a prompt's versions. */

/** The list of versions. */
export const versionsPath = (promptId: number) => `/prompts/${promptId}/versoes`;

export const versionPath = (promptId: number, number: number) => `${versionsPath(promptId)}/${number}`;

/** Address of the difference that a version made. @param from an older one; the one below without it */
export const differencePath = (promptId: number, to: number, from?: number) =>
  `${versionsPath(promptId)}?${from === undefined ? "" : `de=${from}&`}para=${to}`;
