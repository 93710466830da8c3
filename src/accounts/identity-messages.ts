/** Portuguese texts about signing in by an OpenID Connect issuer. Error codes are the sign-in protocol's, where it has one. */

import { messages } from "./messages.ts";

export const identityMessages = {
  flowGone: "Este acesso não vale mais. Comece de novo.",
  otherBrowser: "Continue no navegador em que você começou.",
  unavailable: "O serviço não respondeu. Tente de novo em alguns minutos ou entre com e-mail e senha.",
  cancelled: "Você cancelou antes de terminar. Nada mudou.",
  refused: "A resposta do serviço não pôde ser confirmada. Tente de novo.",
  unverified:
    "O serviço não confirma que o e-mail é seu. Confirme-o lá e tente de novo, ou cadastre-se com e-mail e senha.",
  adminStays: "A conta da administração entra só com e-mail e senha.",
  taken: "Esta conta do serviço já está vinculada, aqui ou em outra conta da Prompteca.",
  existing: "Já existe uma conta com este e-mail. Confirme que ela é sua para vincular.",
  incomplete: "Falta escolher um nome de usuário e aceitar os termos.",
  passwordNeeded: "Confirme sua senha para mudar as contas vinculadas.",
  passwordWrong: "Esta não é a senha da conta.",
  lastWayIn: "É o único jeito de entrar na sua conta. Crie antes uma senha, em “Senha”.",
  notFound: "Esta conta já foi desvinculada.",
  notOffered: "A Prompteca não oferece este serviço de login.",
  linkMailed: "Enviamos o link. Abra-o neste mesmo navegador.",
} as const;

/** Messages for the codes with which the way from an issuer may end. */
const ENDINGS: Record<string, string> = {
  bad_code_verifier: identityMessages.otherBrowser,
  identity_already_exists: identityMessages.taken,
  admin_account: identityMessages.adminStays,
  user_banned: messages.blocked,
  unanswered: "Não foi possível falar com o servidor. Verifique sua conexão e tente novamente.",
  issuer_unavailable: identityMessages.unavailable,
  issuer_cancelled: identityMessages.cancelled,
  issuer_refused: identityMessages.refused,
  issuer_email_unverified: identityMessages.unverified,
  over_request_rate_limit: "Aguarde um pouco e tente de novo.",
};

/** Why the way from an issuer ended without an answer. @param code in the page's address, where anybody may write one */
export const endingMessage = (code: string): string =>
  (Object.hasOwn(ENDINGS, code) && ENDINGS[code]) || identityMessages.flowGone;
