/** Notice mails, in Portuguese: what happened to a user's prompt or account. */
import { formatCount } from "#ui/numbers.ts";
import { type Letter, type MailText, renderLetter } from "./mails.ts";

/** An action with its reason, in words for the user concerned. */
export type Notice = Decision | SecurityNotice | WrittenNotice;

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

export type Decision = { reason: string | null } /** `isBlocked`: whether the author's account is. */ & (
  | { kind: "prompt-removed"; title: string; isBlocked: boolean }
  | { kind: "blocked" }
  /** Blocked, and all content deleted. */
  | { kind: "emptied"; prompts: number }
  | { kind: "unblocked" }
  | { kind: "deleted"; prompts: number }
  /** Deleted by the user; the mail warns an owner who did not do it. */
  | { kind: "left"; prompts: number }
);

const promptCount = (count: number) => (count === 1 ? "1 prompt" : `${formatCount(count)} prompts`);

type Words = Pick<Letter, "subject" | "preview" | "before"> & Partial<Letter>;

/** @param site origin of the site */
const rightsOf = (site: string) =>
  `Você ainda pode baixar uma cópia dos seus dados ou excluir a conta, com seu e-mail e sua senha, em ${site}/blocked-account.`;

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
  { kind, at, device }: SecurityNotice,
  site: string,
): Omit<Letter, "heading" | "site"> {
  const facts = [`Quando: ${momentOf(at)}`, `Dispositivo: ${device}`];
  if (kind === "password-changed") {
    return {
      subject: "Sua senha na Prompteca foi alterada",
      preview: "Se foi você, está tudo certo.",
      before: [
        "A senha da sua conta foi alterada.",
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

function wordsOf(notice: Decision): Words {
  switch (notice.kind) {
    case "prompt-removed":
      return {
        subject: "Seu prompt foi removido da Prompteca",
        preview: `“${notice.title}” não está mais no site.`,
        before: [
          `A administração removeu o seu prompt “${notice.title}”, com a imagem, as curtidas e os favoritos que recebeu.`,
        ],
        ...(!notice.isBlocked && { after: ["Sua conta continua ativa."] }),
      };
    case "blocked":
      return {
        subject: "Sua conta na Prompteca foi bloqueada",
        preview: "Você não pode entrar por enquanto.",
        before: [
          "A administração bloqueou a sua conta.",
          "Enquanto a conta estiver bloqueada, você não pode entrar. Seus prompts continuam públicos.",
        ],
      };
    case "emptied":
      return {
        subject: "Sua conta na Prompteca foi bloqueada e o conteúdo, removido",
        preview: "Você não pode entrar, e o que publicou foi removido.",
        before: [
          "A administração bloqueou a sua conta e removeu tudo o que era seu no site: " +
            `${promptCount(notice.prompts)} com as imagens, suas curtidas e seus favoritos.`,
          "Enquanto a conta estiver bloqueada, você não pode entrar.",
        ],
      };
    case "unblocked":
      return {
        subject: "Sua conta na Prompteca foi desbloqueada",
        preview: "Você já pode entrar de novo.",
        before: [
          "A administração desbloqueou a sua conta. Você já pode entrar com o mesmo e-mail e a mesma senha.",
        ],
      };
    case "deleted":
    case "left": {
      const [gone, deleted] =
        notice.kind === "left"
          ? ["Como você pediu, a conta", "Como você pediu, excluímos"]
          : ["A conta", "A administração excluiu"];
      return {
        subject: "Sua conta na Prompteca foi excluída",
        preview: `${gone} e tudo o que era dela não existem mais.`,
        before: [
          `${deleted} a sua conta e tudo o que era dela: ` +
            `${promptCount(notice.prompts)} com as imagens, curtidas, favoritos e sessões.`,
        ],
        after: ["Este é o último e-mail que enviamos para este endereço por causa dessa conta."],
      };
    }
  }
}

/** The reason, if one was given. */
function reasonOf({ kind, reason }: Decision): string[] {
  if (reason) return [`Motivo: ${reason}`];
  return kind === "unblocked" || kind === "left" ? [] : ["A administração não informou o motivo."];
}

/** Advice on contacting the site. */
function doubtOf({ kind, reason }: Decision): string {
  if (kind === "left") return "Se não foi você quem pediu";
  return reason ? "Se você acha que foi um engano" : "Para saber o motivo, ou se você acha que foi um engano";
}

/** Target of the button: login, the broken rules, or the home page after leaving. */
function leadOf({ kind }: Decision, site: string): Pick<Letter, "button" | "link"> {
  if (kind === "unblocked") return { button: "Entrar na Prompteca", link: `${site}/auth` };
  if (kind === "left") return { button: "Ir para a Prompteca", link: site };
  return { button: "Ler os Termos de Uso", link: `${site}/terms-of-use` };
}

/**
 * Tells a user about an action on their content or account, with the reason, if any, and the contact.
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
  const { subject, preview, before, after = [] } = wordsOf(notice);
  return renderLetter({
    site,
    subject,
    preview,
    heading,
    before: [
      ...before,
      ...reasonOf(notice),
      ...(notice.kind === "blocked" || notice.kind === "emptied" ? [rightsOf(site)] : []),
    ],
    ...leadOf(notice, site),
    after: [
      ...after,
      ...(contact && notice.kind !== "unblocked"
        ? [`${doubtOf(notice)}, escreva para ${contact} e conte o que aconteceu.`]
        : []),
    ],
  });
}
