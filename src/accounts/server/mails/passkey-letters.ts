/** Mails about the passkeys of staff, in Portuguese. */
import { momentOf, type WrittenNotice } from "./notice-mails.ts";

const SETTINGS = "/settings#chaves-de-acesso";

/** @param token of the link with which the first one is made */
export const firstPasskey = (token: string): WrittenNotice => ({
  kind: "written",
  subject: "Crie sua chave de acesso na Prompteca",
  preview: "O link vale por uma hora.",
  before: [
    "Você cuida da Prompteca, e por isso a senha não basta para criar sua primeira chave de acesso. Abra o link no aparelho em que você entrou. Ele vale por uma hora.",
  ],
  button: "Criar chave de acesso",
  path: `/settings?token_hash=${token}`,
  after: ["Não foi você? Então alguém sabe a sua senha: altere-a agora, nas configurações."],
});

/** The admin has asked for the removal of lost ones. @param dueAt when they go */
export const resetAsked = (dueAt: Date): WrittenNotice => ({
  kind: "written",
  subject: "Suas chaves de acesso na Prompteca vão ser removidas",
  preview: "Não perdeu as chaves? Impeça a remoção.",
  before: [
    "A administração pediu a remoção de todas as suas chaves de acesso, como se faz quando alguém as perde.",
    `Elas são removidas em ${momentOf(dueAt.toISOString())}. A senha continua a mesma.`,
    "Foi você quem pediu? Então não precisa fazer nada. Não foi você? Impeça a remoção antes disso, nas configurações.",
  ],
  button: "Ver e impedir",
  path: SETTINGS,
  after: [],
});

/** Their owner has stopped it. */
export const resetStopped = (): WrittenNotice => ({
  kind: "written",
  subject: "A remoção das suas chaves de acesso na Prompteca foi impedida",
  preview: "Se foi você, está tudo certo.",
  before: [
    "Alguém na sua conta impediu a remoção das chaves de acesso que a administração tinha pedido.",
    "Foi você? Então não precisa fazer nada. Não foi você? Altere a senha agora, o que encerra todas as outras sessões abertas.",
  ],
  button: "Ver as chaves de acesso",
  path: SETTINGS,
  after: [],
});

/** It waits for somebody who is a moderator no more. */
export const resetDropped = (): WrittenNotice => ({
  kind: "written",
  subject: "Suas chaves de acesso na Prompteca não vão ser removidas",
  preview: "Perdeu alguma? Remova-a nas configurações.",
  before: [
    "Você não modera mais a Prompteca, e por isso a administração não remove mais as suas chaves de acesso.",
    "Perdeu alguma delas? Entre com a senha e remova-a nas configurações.",
  ],
  button: "Ver as chaves de acesso",
  path: SETTINGS,
  after: [],
});

/** They are gone. */
export const resetDone = (): WrittenNotice => ({
  kind: "written",
  subject: "Suas chaves de acesso na Prompteca foram removidas",
  preview: "Entre e crie outra chave.",
  before: [
    "Como a administração pediu, suas chaves de acesso foram removidas, e todas as suas sessões, encerradas.",
  ],
  button: "Criar outra chave",
  path: SETTINGS,
  after: [],
});
