/** The Portuguese texts about passkeys, and where their calls are. */
export const PASSKEYS_PATH = "/api/account/passkeys";

export const passkeyMessages = {
  nameMissing: "Dê um nome à chave de acesso",
  nameTooLong: "O nome da chave de acesso deve ter no máximo 60 caracteres",
  nameProfane: "O nome da chave de acesso contém linguagem imprópria",
  malformed: "A resposta do aparelho chegou incompleta. Tente de novo.",
  passwordNeeded: "Confirme sua senha para alterar suas chaves de acesso.",
  tooMany: "Você já tem 10 chaves de acesso. Remova uma antes de criar outra.",
  known: "Esta chave de acesso já está cadastrada.",
  notFound: "Esta chave de acesso não existe mais.",
  last: "Quem cuida do site precisa de pelo menos uma chave de acesso. Crie outra antes de remover esta.",
  lastWayIn: "É o único jeito de entrar na sua conta. Crie antes uma senha, em “Senha”.",
  mailExpired: "O link do e-mail é inválido ou expirou. Peça outro.",
  /** The same whatever was wrong, so that it tells nothing of keys and accounts. */
  refused: "Não foi possível entrar com esta chave de acesso. Entre com o e-mail e a senha.",
  expired: "O pedido demorou demais. Tente de novo.",
  required: "Para cuidar do site, entre com a sua chave de acesso.",
  requiredToEnd: "Para encerrar outras sessões, entre com a sua chave de acesso.",
  missing: "Para cuidar do site, crie antes uma chave de acesso nas configurações.",
  noneToReset: "Esta pessoa não tem chaves de acesso.",
  resetWaits:
    "A administração pediu a remoção de todas as suas chaves de acesso. Para criar outra, impeça antes a remoção.",
  noReset: "Ninguém pediu a remoção das suas chaves de acesso.",
  failed: "Não foi possível alterar as chaves de acesso",
  failedText: "Não foi possível falar com o servidor. Verifique sua conexão e tente novamente.",
} as const;

/** @param from when it may be made */
export const firstWaits = (from: string) =>
  `Alguém entrou nesta conta por um link de e-mail, ou por uma conta vinculada em um navegador novo. Por segurança, a primeira chave de acesso só pode ser criada a partir de ${from}. Não foi você? Altere a senha agora, o que encerra as outras sessões.`;
