/** Portuguese texts of the reactions room. */

export const messages = {
  loginNeeded: "Login necessário",
  loginToLike: "Faça login para curtir prompts",
  loginToFavorite: "Faça login para favoritar prompts",
  logIn: "Entrar",
  toLike: "curtir um prompt",
  toFavorite: "favoritar um prompt",
  undo: "Desfazer",
  seeFavorites: "Ver favoritos",
  success: "Sucesso",
  liked: "Prompt curtido com sucesso",
  unliked: "Você removeu sua curtida",
  favorited: "Prompt adicionado aos favoritos",
  unfavorited: "Prompt removido dos favoritos",
  favoritedHere: "Adicionado aos favoritos",
  unfavoritedHere: "Removido dos favoritos",
  tooMany: "Muita gente está reagindo a este prompt agora. Tente novamente em alguns segundos.",
  failed: "Erro",
  failedText: "Ocorreu um erro ao processar sua ação",
} as const;

/** What a login brings about that a press on one of the buttons interrupted: "… assim que você entrar". */
export const promises = {
  like: (title: string) => `“${title}” recebe sua curtida`,
  favorite: (title: string) => `“${title}” vai para os seus favoritos`,
};
