/** Portuguese texts of the reactions room. */
import { isolated } from "#language/isolated.ts";

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

/** Promises of the login dialog that a press on one of the buttons opens: "… depois do login". */
export const promises = {
  like: (title: string) => `Sua curtida em “${isolated(title)}” fica registrada`,
  favorite: (title: string) => `“${isolated(title)}” entra nos seus favoritos`,
};
