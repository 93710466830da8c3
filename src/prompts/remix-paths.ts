/** Addresses of remixes. */

/** The form for a prompt that is made from another one. */
export const remixPath = (promptId: number) => `/submit?de=${promptId}`;

/** The list of what was made from a prompt. */
export const remixesPath = (promptId: number) => `/prompts/${promptId}/remixes`;
