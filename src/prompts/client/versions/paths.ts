/** Addresses of the pages of a prompt's versions. */

/** The list of versions. */
export const versionsPath = (promptId: number) => `/prompts/${promptId}/versoes`;

export const versionPath = (promptId: number, number: number) => `${versionsPath(promptId)}/${number}`;

/** What changed from one version to another. */
export const differencePath = (promptId: number, from: number, to: number) =>
  `${versionsPath(promptId)}?de=${from}&para=${to}`;
