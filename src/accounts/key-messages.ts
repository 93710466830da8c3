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

export const keyMessages = {
  nameMissing: "Dê um nome à chave",
  nameTooLong: "O nome da chave deve ter no máximo 60 caracteres",
  nameProfane: "O nome da chave contém linguagem imprópria",
  scopesMissing: "Escolha pelo menos uma permissão",
  expiryInvalid: "A validade é de 30, 90 ou 365 dias",
  passwordNeeded: "Confirme sua senha para criar uma chave.",
  tooMany: "Você já tem 20 chaves válidas. Revogue uma antes de criar outra.",
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
