/** API keys: their scopes, and the Portuguese texts about them. */

/** None includes another. In the order in which they are shown. */
export const KEY_SCOPES = ["read", "react", "publish"] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** Names of scopes, as people read them. */
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
  failed: "Não foi possível alterar as chaves",
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
  notSet:
    "O cabeçalho Authorization chegou sem a chave: a variável que devia trazê-la está vazia. Ponha nela a sua chave de API, ou tire o cabeçalho; o que é público se lê sem chave.",
  /** The program sent the variable's name in place of its value. */
  notExpanded:
    "Em vez da chave chegou o nome dela, como está escrito na configuração: o programa não o trocou pelo valor. Defina a variável no ambiente do programa, ou escreva ali a própria chave de API (pk_ e 36 letras e algarismos).",
  notBearer:
    "O cabeçalho Authorization não tem a forma esperada: é “Bearer”, um espaço e a chave de API, sem aspas nem outra palavra.",
  /** By error code. */
  refused: {
    key_malformed: "Isto não é uma chave de API da Prompteca: confira se ela foi copiada inteira.",
    key_unknown: "Esta chave de API não existe.",
    key_revoked: "Esta chave de API foi revogada. Crie outra nas configurações.",
    key_expired: "Esta chave de API expirou. Crie outra nas configurações.",
    key_of_blocked: "Esta chave de API é de uma conta bloqueada.",
  },
} as const;
