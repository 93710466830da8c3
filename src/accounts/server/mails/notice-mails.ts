/** Notice mails, in Portuguese: what happened to a user's account, and what other rooms tell. */

import type { KeyScope } from "#accounts/key-messages.ts";
import { SCOPE_NAMES } from "#accounts/key-messages.ts";
import { isolated } from "#language/isolated.ts";
import { formatDate } from "#ui/dates.ts";
import { countOf } from "#ui/numbers.ts";
import { type Letter, type MailText, renderLetter } from "./mails.ts";

export type Notice = LeftNotice | SecurityNotice | KeyNotice | IdentityNotice | LinkNotice | WrittenNotice;

/** A mail whose words another room has written. */
export interface WrittenNotice extends Pick<Letter, "subject" | "preview" | "before" | "button" | "after"> {
  kind: "written";
  /** The site's page that the button opens. */
  path: string;
}

/** A security event of an account: time and device, in case the owner did not cause it. */
export interface SecurityNotice {
  kind: "password-changed" | "new-device" | keyof typeof PASSKEY_LETTERS;
  /** ISO 8601. */
  at: string;
  /** Browser and system, from `deviceName`. */
  device: string;
  /** The issuer by which a new device entered, in place of the password. */
  issuer?: string;
  /** A new password has unlinked every issuer. */
  unlinks?: boolean;
  /** The passkeys that a new password leaves, by `passkeyNames`; whoever had the account before may have made one. */
  passkeys?: string;
}

/** An API key was made: whoever has it acts for the account. */
interface KeyNotice extends Omit<SecurityNotice, "kind"> {
  kind: "key-created";
  made: {
    name: string;
    scopes: readonly KeyScope[];
    /** ISO 8601. */
    expiresAt: string;
  };
}

/** An issuer opens the account from now on, or no longer. */
export interface IdentityNotice extends Omit<SecurityNotice, "kind"> {
  kind: "identity-linked" | "identity-unlinked";
  issuer: string;
  /** The person's address there. */
  address: string;
  /** What else opens the account, within a sentence: whoever had it before may have left that. */
  others?: string;
  by_mail?: ByMail;
}

/** What was linked by a mailed link alone, which has ended what was open: the password may be an earlier holder's. */
export interface ByMail {
  has_password: boolean;
}

/** Asks the owner of an account whether an issuer may open it. */
interface LinkNotice {
  kind: "identity-link";
  issuer: string;
  /** The site's page, with a token. */
  path: string;
}

/** The user has deleted the account; the mail warns an owner who did not do it. */
interface LeftNotice {
  kind: "left";
  prompts: number;
}

/** What happened with a passkey. */
const PASSKEY_LETTERS = {
  "passkey-made": {
    subject: "Nova chave de acesso na sua conta da Prompteca",
    preview: "Com ela se entra na sua conta sem a senha.",
    said: "Foi criada uma chave de acesso na sua conta. Quem tem a chave entra sem a sua senha.",
    advice: "Remova a chave nas configurações e altere a senha.",
  },
  "passkey-removed": {
    subject: "Uma chave de acesso da sua conta na Prompteca foi removida",
    preview: "Ela não abre mais a sua conta.",
    said: "Uma chave de acesso da sua conta foi removida, e as sessões abertas com ela em outros aparelhos, encerradas.",
    advice: "Encerre as sessões que não reconhece, nas configurações, e altere a senha.",
  },
  "passkey-copied": {
    subject: "Uma chave de acesso da sua conta na Prompteca pode ter sido copiada",
    preview: "Recusamos uma entrada na sua conta.",
    said: "Recusamos uma entrada na sua conta: o contador da chave de acesso andou para trás, o que acontece quando alguém a copiou.",
    advice: "Remova a chave nas configurações e crie outra.",
  },
  "passkey-used": {
    subject: "Novo acesso à sua conta na Prompteca",
    preview: "Alguém entrou na sua conta em um aparelho novo.",
    said: "Alguém entrou na sua conta, com uma chave de acesso, em um aparelho que ainda não tinha sido usado com ela.",
    advice: "Encerre essa sessão nas configurações e remova a chave.",
  },
} as const;

/** For example `22 de novembro de 2026 às 15:04 (horário de Brasília)`. */
export function momentOf(at: string): string {
  const zone = { timeZone: "America/Sao_Paulo" } as const;
  const day = new Intl.DateTimeFormat("pt-BR", { ...zone, dateStyle: "long" }).format(new Date(at));
  const time = new Intl.DateTimeFormat("pt-BR", { ...zone, hour: "2-digit", minute: "2-digit" }).format(
    new Date(at),
  );
  return `${day} às ${time} (horário de Brasília)`;
}

/** Passkeys within a sentence; empty without any. */
export const passkeyNames = (keys: readonly { name: string; created_at: Date }[]): string =>
  keys
    .map(({ name, created_at }) => `${isolated(name)}, de ${formatDate(created_at.toISOString())}`)
    .join("; ");

/** The links carry no token; their pages ask before acting. */
function securityLetter(
  { at, device, ...notice }: SecurityNotice | KeyNotice | IdentityNotice,
  site: string,
): Omit<Letter, "heading" | "site"> {
  const facts = [`Quando: ${momentOf(at)}`, `Aparelho: ${device}`];
  if (notice.kind === "key-created") {
    const { name, scopes, expiresAt } = notice.made;
    return {
      subject: "Nova chave de API na sua conta da Prompteca",
      preview: "Um programa pode agora agir em seu nome.",
      before: [
        "Foi criada uma chave de API na sua conta. Quem tem a chave age em seu nome, sem a sua senha.",
        `Nome: ${isolated(name)}`,
        `Permissões: ${scopes.map((scope) => SCOPE_NAMES[scope].toLowerCase()).join(", ")}`,
        `Válida até: ${momentOf(expiresAt)}`,
        ...facts,
        "Foi você? Então não precisa fazer nada. Não foi você? Revogue a chave nas configurações e altere a senha.",
      ],
      button: "Ver as chaves",
      link: `${site}/settings`,
      after: [],
    };
  }
  if (notice.kind === "identity-linked" || notice.kind === "identity-unlinked") {
    const isLinked = notice.kind === "identity-linked";
    return {
      subject: isLinked
        ? `${notice.issuer} vinculado à sua conta da Prompteca`
        : `${notice.issuer} desvinculado da sua conta da Prompteca`,
      preview: "Se foi você, está tudo certo.",
      before: [
        isLinked
          ? `Agora dá para entrar na sua conta também com ${notice.issuer}, sem a senha.`
          : `Não dá mais para entrar na sua conta com ${notice.issuer}.`,
        `Conta do serviço: ${isolated(notice.address)}`,
        ...(notice.others
          ? [
              `Sem a senha, também abrem a sua conta: ${notice.others}. Não reconhece algum desses acessos? Remova-o nas configurações.`,
            ]
          : []),
        ...(notice.by_mail
          ? [
              `Como a confirmação foi só por e-mail, as outras sessões foram encerradas e as chaves de API, revogadas.${notice.by_mail.has_password ? " A senha da conta continua valendo: se não foi você quem a escolheu, crie outra." : ""}`,
            ]
          : []),
        ...facts,
        "Foi você? Então não precisa fazer nada. Não foi você? Crie outra senha agora, que encerra todas as sessões abertas, e confira as contas vinculadas nas configurações.",
      ],
      button: "Criar outra senha",
      link: `${site}/forgot-password`,
      after: [],
    };
  }
  if (notice.kind in PASSKEY_LETTERS) {
    const { subject, preview, said, advice } = PASSKEY_LETTERS[notice.kind as keyof typeof PASSKEY_LETTERS];
    return {
      subject,
      preview,
      before: [said, ...facts, `Foi você? Então não precisa fazer nada. Não foi você? ${advice}`],
      button: "Ver as chaves de acesso",
      link: `${site}/settings#chaves-de-acesso`,
      after: [],
    };
  }
  if (notice.kind === "password-changed") {
    return {
      subject: "Sua senha na Prompteca foi alterada",
      preview: "Se foi você, está tudo certo.",
      before: [
        `A senha da sua conta foi alterada. As outras sessões foram encerradas e as chaves de API, revogadas${notice.unlinks ? "; as contas vinculadas foram desvinculadas" : ""}.`,
        ...(notice.passkeys
          ? [
              `Estas chaves de acesso continuam abrindo a sua conta: ${notice.passkeys}. Não reconhece alguma? Remova-a nas configurações.`,
            ]
          : []),
        ...facts,
        "Foi você? Então não precisa fazer nada. Não foi você? Crie outra senha agora. Isso encerra todas as sessões abertas.",
      ],
      button: "Criar outra senha",
      link: `${site}/forgot-password`,
      after: [],
    };
  }
  const { issuer } = notice;
  const entered = {
    subject: "Novo acesso à sua conta na Prompteca",
    preview: "Alguém entrou na sua conta em um aparelho novo.",
    before: [
      `Alguém entrou na sua conta, com ${issuer ?? "a senha"}, em um aparelho que ainda não tinha sido usado com ela.`,
      ...facts,
      `Foi você? Então não precisa fazer nada. Não foi você? ${
        issuer
          ? `Crie outra senha agora. Isso encerra todas as sessões abertas e desvincula ${issuer} da sua conta.`
          : "Encerre essa sessão nas configurações e altere a senha."
      }`,
    ],
    after: [],
  };
  // Whoever has the issuer's account enters again until it is unlinked.
  return issuer
    ? { ...entered, button: "Criar outra senha", link: `${site}/forgot-password` }
    : { ...entered, button: "Ver as sessões abertas", link: `${site}/settings` };
}

function linkLetter({ issuer, path }: LinkNotice, site: string): Omit<Letter, "heading" | "site"> {
  return {
    subject: `Vincule ${issuer} à sua conta da Prompteca`,
    preview: "Só se foi você quem pediu.",
    before: [
      `Alguém entrou com ${issuer}, com este e-mail, e pediu para vincular esse acesso à sua conta. Depois de vinculado, ele abre a sua conta sem a senha.`,
      "Se foi você, abra o link no mesmo navegador em que começou.",
    ],
    button: "Vincular à minha conta",
    link: `${site}${path}`,
    after: [
      "O link vale por até 30 minutos e só funciona no navegador em que o pedido foi feito.",
      "Não foi você? Ignore esta mensagem: nada muda na sua conta.",
    ],
  };
}

function leftLetter(
  { prompts }: LeftNotice,
  contact: string | undefined,
): Omit<Letter, "heading" | "site" | "link"> {
  return {
    subject: "Sua conta na Prompteca foi excluída",
    preview: "Como você pediu, a conta e tudo o que era dela não existem mais.",
    before: [
      "Como você pediu, excluímos a sua conta e tudo o que era dela: " +
        (prompts > 0 ? `${countOf(prompts, "prompt", "prompts")} com as imagens, ` : "") +
        "curtidas, favoritos, respostas, coleções e sessões.",
    ],
    button: "Ir para a Prompteca",
    after: [
      "Este é o último e-mail que enviamos para este endereço por causa dessa conta.",
      ...(contact ? [`Se não foi você quem pediu, escreva para ${contact} e conte o que aconteceu.`] : []),
    ],
  };
}

/**
 * Tells a user what happened.
 * @param site origin of the site, base of all links
 * @param contact address for replies; not mentioned when missing
 * @param username of the user; empty for someone whose name is unknown or unproven
 */
export function noticeMail(
  site: string,
  contact: string | undefined,
  username: string,
  notice: Notice,
): MailText {
  const heading = username ? `Olá, ${username}` : "Olá";
  if (notice.kind === "written") {
    const { kind: _, path, ...words } = notice;
    return renderLetter({ ...words, link: `${site}${path}`, site, heading });
  }
  if (notice.kind === "identity-link") return renderLetter({ ...linkLetter(notice, site), site, heading });
  if ("device" in notice) {
    return renderLetter({ ...securityLetter(notice, site), site, heading });
  }
  return renderLetter({ ...leftLetter(notice, contact), link: site, site, heading });
}
