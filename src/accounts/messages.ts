/** Portuguese texts of the accounts room: forms, errors, and messages for error codes. */

/** Validation messages of forms and server (specification, section 5). */
export const messages = {
  // The two spellings are the specification's.
  emailInvalid: "Email inválido",
  emailInvalidForRecovery: "E-mail inválido",
  usernameTooShort: "O nome de usuário deve ter pelo menos 3 caracteres",
  usernameTooLong: "O nome de usuário deve ter no máximo 40 caracteres",
  usernameCharacters: "Use apenas letras, números, espaço, ponto, hífen e sublinhado no nome de usuário",
  usernameLetterless: "Use pelo menos uma letra ou um número no nome de usuário",
  usernameProfane: "O nome de usuário contém linguagem imprópria",
  usernameReserved: "Este nome é reservado: parece ser da equipe da Prompteca. Escolha outro.",
  usernameAddress: "O nome de usuário não pode conter um endereço de e-mail ou de site",
  usernameTaken: "Este nome de usuário já está em uso. Por favor, escolha outro.",
  emailTaken: "Este email já está cadastrado. Por favor, use outro email ou faça login.",
  passwordTooShort: "Senha deve ter pelo menos 8 caracteres",
  passwordTooLong: "Senha deve ter no máximo 200 caracteres",
  passwordNeedsLetters: "A senha deve conter pelo menos 3 letras",
  passwordCommon: "Esta senha é muito comum e fácil de adivinhar. Escolha outra.",
  passwordIsOwnName: "A senha não pode ser o seu nome de usuário nem o seu e-mail. Escolha outra.",
  passwordsDiffer: "As senhas não coincidem",
  termsRequired: "Você deve aceitar os termos de uso",
  emailUnchanged: "Este já é o endereço do cadastro. Informe o correto.",
  loginRequired: "Faça login para continuar.",
  tokenMissing: "Não foi possível obter o token de autenticação.",
  blocked: "Sua conta está bloqueada.",
  removedByModeration: "Esta conta foi removida pela moderação.",
  notBlocked: "Esta conta não está bloqueada: entre normalmente e use as configurações.",
  resendDone: "Se houver um cadastro aguardando confirmação, o e-mail chegará em instantes.",
  resendTooSoon: "Um e-mail acabou de ser enviado para este endereço. Aguarde um minuto e tente novamente.",
  signupNotFound: "Não encontramos um cadastro aguardando confirmação com este e-mail e senha.",
  nameOfEarlier:
    "Outro cadastro deste endereço já usava este nome de usuário. Corrija com a senha daquele cadastro, ou cadastre-se com o endereço certo e outro nome.",
  linkExpired: "O link é inválido ou expirou. Solicite um novo.",
  signupPasswordRequired: "Digite a senha escolhida no cadastro.",
  signupPasswordWrong: "Esta não é a senha deste cadastro.",
  signupPasswordWrongOfSeveral:
    "Esta não é a senha deste cadastro. Se você fez outro com este e-mail, abra o link da mensagem dele.",
  emailCorrected: "Enviamos um novo link de confirmação para o endereço corrigido.",
  passwordRequired: "Informe sua senha.",
  passwordNeeded: "Confirme sua senha para encerrar outra sessão.",
  passwordWrong: "A senha está incorreta.",
  loginTooOld:
    "Você entrou há mais de uma hora, e sua conta não tem senha. Saia, entre de novo e repita, ou crie uma senha em “Esqueceu a senha?”.",
  endSessionFailed: "Erro ao encerrar sessão",
  sessionNotFound: "Esta sessão já foi encerrada.",
  tooManySignIns: "Há muitos acessos neste momento. Tente novamente em instantes.",
  accountOpenHere: "Neste navegador está aberta a conta de",
  unknownDevice: "Aparelho desconhecido",
} as const;

/** The rules, shown before they are broken. */
export const usernameHint =
  "É assim que você aparece nos seus prompts: de 3 a 40 letras, números, espaços, pontos, hífens ou sublinhados.";
export const passwordHint =
  "Pelo menos 8 caracteres, com 3 letras ou mais. Nada fácil de adivinhar, como seu nome ou 12345678.";

/** Tells that other sign-ups are pending. @param count at least 1 */
export const othersWaiting = (count: number): string =>
  count === 1
    ? "Há outro cadastro com este e-mail aguardando confirmação."
    : `Há outros ${count} cadastros com este e-mail aguardando confirmação.`;

const SESSION_EXPIRED = "Sua sessão expirou. Faça login novamente.";

/** Messages for the sign-in service's error codes; its own messages are English, as clients expect. */
const authErrors: Record<string, string> = {
  invalid_credentials: "E-mail ou senha incorretos.",
  email_not_confirmed: "Por favor, confirme seu email antes de fazer login. Verifique sua caixa de entrada.",
  user_banned: messages.blocked,
  otp_expired: messages.linkExpired,
  same_password: "A nova senha deve ser diferente da atual.",
  login_too_old: messages.loginTooOld,
  current_password_required: "Informe sua senha atual.",
  current_password_invalid: "A senha atual está incorreta.",
  over_email_send_rate_limit: messages.resendTooSoon,
  over_request_rate_limit: "Muitas tentativas em pouco tempo. Aguarde um pouco e tente novamente.",
  reauthentication_needed: "Faça login novamente para encerrar as outras sessões.",
  email_exists: messages.emailTaken,
  user_already_exists: messages.emailTaken,
  bad_jwt: SESSION_EXPIRED,
  no_authorization: SESSION_EXPIRED,
  session_not_found: SESSION_EXPIRED,
  user_not_found: "Esta conta não existe mais.",
};

/** Messages for the reasons of a weak password in the wire contract. */
const weakPasswordReasons: Record<string, string> = {
  length: messages.passwordTooShort,
  characters: messages.passwordNeedsLetters,
  pwned: messages.passwordCommon,
};

/** The only part of the response that distinguishes one's own name from other guessable passwords. */
export const OWN_NAME_AS_PASSWORD = "Password should not be your name or your email address.";

/**
 * The Portuguese text for an error of `@supabase/auth-js`.
 * @param error the client's error: code, reasons of a weak password, message
 * @returns undefined for errors that users cannot resolve; callers then show a general message
 */
export function authErrorMessage(error: {
  code?: string | undefined;
  message?: string | undefined;
  reasons?: readonly string[] | undefined;
  status?: number | undefined;
}): string | undefined {
  if (error.message === OWN_NAME_AS_PASSWORD) return messages.passwordIsOwnName;
  for (const reason of error.reasons ?? []) {
    if (weakPasswordReasons[reason]) return weakPasswordReasons[reason];
  }
  // Errors of names and passkeys are already specific and in Portuguese.
  if (/^(?:username|passkey)_/.test(error.code ?? "")) return error.message;
  if (error.code && authErrors[error.code]) return authErrors[error.code];
  if (error.status === 0 || (error.status ?? 0) >= 500) {
    return "Não foi possível falar com o servidor. Verifique sua conexão e tente novamente.";
  }
  return undefined;
}
