/** What API keys may do, and the Portuguese texts about them. */

/** None includes another. In the order in which they are shown. */
export const KEY_SCOPES = ["read", "react", "publish"] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** What a scope lets a program do, as people read it. */
export const SCOPE_NAMES: Record<KeyScope, string> = {
  read: "Ler",
  react: "Reagir",
  publish: "Publicar",
};

export const SCOPE_SENTENCES: Record<KeyScope, string> = {
  read: "Seus favoritos, suas coleções privadas, seus prompts em análise e as suas novidades. O que é público se lê sem chave.",
  react: "Curtir, favoritar, dizer se funcionou, seguir e salvar em coleções.",
  publish: "Publicar, alterar e excluir prompts e coleções.",
};

export const keyMessages = {
  nameMissing: "Dê um nome à chave",
  nameTooLong: "O nome da chave deve ter no máximo 60 caracteres",
  nameProfane: "O nome da chave contém linguagem imprópria",
  scopesMissing: "Escolha pelo menos uma permissão",
  expiryInvalid: "A validade é de 30, 90 ou 365 dias",
  passwordNeeded: "Confirme sua senha para criar uma chave.",
  tooMany: "Você já tem 20 chaves válidas. Revogue uma antes de criar outra.",
  failed: "Erro com a chave",
  failedText: "Não foi possível falar com o servidor. Verifique sua conexão e tente novamente.",
  revoked: "Chave revogada",
  notCopied: "Não foi possível copiar",
  notCopiedText: "Selecione a chave e copie-a pelo teclado ou pelo menu.",
  notYetCopied: "Você ainda não copiou a chave. Sem ela, será preciso criar outra.",
  notFound: "Esta chave não existe mais.",
  closed: "Chaves de API não abrem este endereço. Faça login na Prompteca para isto.",
  /** @param scope what the call needs */
  lacksScope: (scope: KeyScope) =>
    `Esta chave não tem a permissão “${SCOPE_NAMES[scope]}” (${scope}), de que esta chamada precisa.`,
  /** By error code. */
  refused: {
    key_malformed: "Isto não é uma chave de API da Prompteca: confira se ela foi copiada inteira.",
    key_unknown: "Esta chave de API não existe.",
    key_revoked: "Esta chave de API foi revogada. Crie outra nas configurações.",
    key_expired: "Esta chave de API expirou. Crie outra nas configurações.",
    key_of_blocked: "Esta chave de API é de uma conta bloqueada.",
  },
} as const;
