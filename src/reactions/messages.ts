/** The reactions room's Portuguese texts. */

export const messages = {
  promptNotFound: "Prompt não encontrado",
  loginToLike: "Faça login para curtir prompts",
  loginToFavorite: "Faça login para favoritar prompts",
} as const;
