/** Notice mails, in Portuguese: what happened to a user's account, and what other rooms tell. */
import type { KeyScope } from "#accounts/key-messages.ts";
import { SCOPE_NAMES } from "#accounts/key-messages.ts";
import { countOf } from "#ui/numbers.ts";
import { type Letter, type MailText, renderLetter } from "./mails.ts";

export type Notice = LeftNotice | SecurityNotice | KeyNotice | WrittenNotice;

/** A mail whose words another room has written. */
export interface WrittenNotice extends Pick<Letter, "subject" | "preview" | "before" | "button" | "after"> {
  kind: "written";
  /** Of the site's page that the button opens. */
  path: string;
}

/** A security event of an account: time and device, in case the owner did not cause it. */
export interface SecurityNotice {
  kind: "password-changed" | "new-device";
  /** ISO 8601. */
  at: string;
  /** Browser and system, from `deviceName`. */
  device: string;
}

/** An API key was made: whoever has it acts for the account. */
export interface KeyNotice extends Omit<SecurityNotice, "kind"> {
  kind: "key-created";
  made: { name: string; scopes: readonly KeyScope[] /** ISO 8601. */; expiresAt: string };
}

/** The user has deleted the account; the mail warns an owner who did not do it. */
interface LeftNotice {
  kind: "left";
  prompts: number;
}

/** For example `22 de novembro de 2026 às 15:04 (horário de Brasília)`. */
function momentOf(at: string): string {
  const zone = { timeZone: "America/Sao_Paulo" } as const;
  const day = new Intl.DateTimeFormat("pt-BR", { ...zone, dateStyle: "long" }).format(new Date(at));
  const time = new Intl.DateTimeFormat("pt-BR", { ...zone, hour: "2-digit", minute: "2-digit" }).format(
    new Date(at),
  );
  return `${day} às ${time} (horário de Brasília)`;
}

/** The links carry no token; their pages ask before acting. */
function securityLetter(
  { at, device, ...notice }: SecurityNotice | KeyNotice,
  site: string,
): Omit<Letter, "heading" | "site"> {
  const facts = [`Quando: ${momentOf(at)}`, `Dispositivo: ${device}`];
  if (notice.kind === "key-created") {
    const { name, scopes, expiresAt } = notice.made;
    return {
      subject: "Nova chave de API na sua conta da Prompteca",
      preview: "Um programa pode agora agir em seu nome.",
      before: [
        "Foi criada uma chave de API na sua conta. Quem tem a chave age em seu nome, sem a sua senha.",
        `Nome: ${name}`,
        `Permissões: ${scopes.map((scope) => SCOPE_NAMES[scope].toLowerCase()).join(", ")}`,
        `Válida até: ${momentOf(expiresAt)}`,
        ...facts,
        "Foi você? Então não precisa fazer nada. Não foi? Revogue a chave nas configurações e altere a senha.",
      ],
      button: "Ver as chaves",
      link: `${site}/settings`,
      after: [],
    };
  }
  if (notice.kind === "password-changed") {
    return {
      subject: "Sua senha na Prompteca foi alterada",
      preview: "Se foi você, está tudo certo.",
      before: [
        "A senha da sua conta foi alterada. As outras sessões foram encerradas e as chaves de API, revogadas.",
        ...facts,
        "Foi você? Então não precisa fazer nada. Não foi? Peça agora um link para criar outra senha: isso encerra as sessões de quem a alterou.",
      ],
      button: "Criar outra senha",
      link: `${site}/forgot-password`,
      after: [],
    };
  }
  return {
    subject: "Novo acesso à sua conta na Prompteca",
    preview: "Alguém entrou na sua conta em um dispositivo novo.",
    before: [
      "Alguém entrou na sua conta, com a senha, em um dispositivo que ainda não tinha sido usado com ela.",
      ...facts,
      "Foi você? Então não precisa fazer nada. Não foi? Encerre essa sessão nas configurações e altere a senha.",
    ],
    button: "Ver as sessões abertas",
    link: `${site}/settings`,
    after: [],
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
        `${countOf(prompts, "prompt", "prompts")} com as imagens, curtidas, favoritos e sessões.`,
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
  if ("device" in notice) {
    return renderLetter({ ...securityLetter(notice, site), site, heading });
  }
  return renderLetter({ ...leftLetter(notice, contact), link: site, site, heading });
}
