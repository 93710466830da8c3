/** The layout of all mails, as HTML and plain text, and the two mails that prove ownership of an address. */

import { othersWaiting } from "#accounts/messages.ts";
import { escapeHtml } from "#language/html.ts";
import { isolated } from "#language/isolated.ts";
import type { Mail } from "#platform/mail.ts";
import { formatDateTime } from "#ui/dates.ts";
import { drawFrieze, MAIL_STYLE, MARK, mailStyle } from "./mail-style.ts";
import { mailedLink } from "./one-time-tokens.ts";

export type MailText = Pick<Mail, "subject" | "text" | "html">;

/** An entry of a mail, about something on the site. */
export interface LetterItem {
  title: string;
  /** Address of its page. */
  link: string;
  /** Why it is in the mail. */
  cause: string;
  /** Somebody's words about it. */
  quote: string | null;
}

export interface Letter {
  subject: string;
  /** Preview text beside the subject. */
  preview: string;
  heading: string;
  /** Paragraphs before the button, as plain text. */
  before: string[];
  /** Between those paragraphs and the button. */
  items?: LetterItem[];
  button: string;
  link: string;
  after: string[];
  /** Origin of the site. */
  site: string;
  /** For regular mails: why this one came, and the page that ends them. */
  ending?: { why: string; label: string; link: string };
}

const FONT = "font-family:'Instrument Sans',-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const HEADING =
  "font-family:'Bricolage Grotesque','Instrument Sans',-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const TABLE = 'role="presentation" width="100%" cellpadding="0" cellspacing="0"';
/** User input may contain words wider than a phone. */
const WRAP = "overflow-wrap:anywhere;word-break:break-word";

function renderItem({ title, link, cause, quote }: LetterItem): string {
  const style = (more: string) => `margin:0;${FONT};${WRAP};${more}`;
  const said = quote
    ? `<p ${mailStyle({ text: "ink" }, style("padding-top:6px;font-size:14px;line-height:1.6"))}>“${escapeHtml(isolated(quote))}”</p>`
    : "";
  return `<div ${mailStyle({ rule: "line" }, "padding:14px 0")}>
<p ${mailStyle({ text: "ink" }, style("font-size:17px;line-height:1.35;font-weight:600"))}><a href="${escapeHtml(link)}" target="_blank" ${mailStyle({ text: "primary" }, "")}>${escapeHtml(title)}</a></p>
<p ${mailStyle({ text: "muted" }, style("padding-top:4px;font-size:14px;line-height:1.5"))}>${escapeHtml(cause)}</p>${said}
</div>`;
}

/** A mail in both formats; its texts are escaped. */
export function renderLetter(letter: Letter): MailText {
  const { subject, preview, heading, before, items = [], button, link, after, site, ending } = letter;
  const paragraph = (content: string, text: "ink" | "muted", size: number) =>
    `<p ${mailStyle({ text }, `margin:0 0 16px;${FONT};font-size:${size}px;line-height:1.6;${WRAP}`)}>${escapeHtml(content)}</p>`;
  const href = escapeHtml(link);
  const html = `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${MAIL_STYLE}</style>
</head>
<body ${mailStyle({ ground: "ground" }, "margin:0;padding:0")}>
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(preview)}</div>
<table ${TABLE} ${mailStyle({ ground: "ground" }, "table-layout:fixed")}>
<tr><td align="center" style="padding:32px 16px">
<table ${TABLE} style="max-width:520px;table-layout:fixed">
<tr><td style="padding:0 4px 20px"><table role="presentation" cellpadding="0" cellspacing="0"><tr>
<td>${MARK}</td>
<td ${mailStyle({ text: "ink" }, `padding-left:10px;${HEADING};font-size:20px;line-height:22px;font-weight:700`)}>Prompteca</td>
</tr></table></td></tr>
<tr><td align="left">
<div ${mailStyle({ ground: "card", line: "line" }, "overflow:hidden;border-radius:4px 40px 4px 4px")}>
${drawFrieze(subject)}
<div style="padding:28px 24px 28px">
<h1 ${mailStyle({ text: "ink" }, `margin:0 0 20px;${HEADING};font-size:26px;line-height:1.2;font-weight:700;letter-spacing:-.015em;${WRAP}`)}>${escapeHtml(heading)}</h1>
${before.map((content) => paragraph(content, "ink", 16)).join("\n")}
${items.map(renderItem).join("\n")}
<table role="presentation" cellpadding="0" cellspacing="0" style="margin:28px 0"><tr>
<td ${mailStyle({ ground: "primary" }, "border-radius:4px 14px 4px 4px")}><a href="${href}" target="_blank" ${mailStyle({ text: "on-primary" }, `display:inline-block;padding:14px 24px;${FONT};font-size:16px;line-height:1.25;font-weight:600;text-decoration:none`)}>${escapeHtml(button)}</a></td>
</tr></table>
${after.map((content) => paragraph(content, "muted", 14)).join("\n")}
<p ${mailStyle({ text: "muted" }, `margin:0;${FONT};font-size:13px;line-height:1.6`)}>Se o botão não funcionar, copie este endereço no navegador:<br>
<a href="${href}" target="_blank" ${mailStyle({ text: "primary" }, "word-break:break-all")}>${href}</a></p>
</div>
</div>
</td></tr>
<tr><td align="left" ${mailStyle({ text: "muted" }, `padding:20px 4px 0;${FONT};font-size:13px;line-height:1.6`)}>${
    ending
      ? `${escapeHtml(ending.why)}<br>
<a href="${escapeHtml(ending.link)}" target="_blank" ${mailStyle({ text: "muted" }, "display:inline-block;padding:4px 0 16px")}>${escapeHtml(ending.label)}</a><br>
`
      : ""
  }Prompteca: encontre e compartilhe prompts poderosos.<br>
<a href="${escapeHtml(site)}" target="_blank" ${mailStyle({ text: "muted" }, "")}>${escapeHtml(site.replace(/^https?:\/\//, ""))}</a></td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
  const parts = [
    heading,
    ...before,
    ...items.map(({ title, link: page, cause, quote }) =>
      [title, cause, ...(quote ? [`“${isolated(quote)}”`] : []), page].join("\n"),
    ),
    `${button}:\n${link}`,
    ...after,
    ...(ending ? [`${ending.why}\n${ending.label}:\n${ending.link}`] : []),
    `Prompteca\n${site}`,
  ];
  const text = `${parts.join("\n\n")}\n`;
  return { subject, html, text };
}

/**
 * Asks the owner of an address to confirm a sign-up. A stranger may have typed the address and chosen the name, so the mail
 * contains no input of the sign-up.
 * @param site origin of the site, base of all links
 * @param token as one-time-tokens.ts derives it
 * @param signup when it was made, and the number of other pending sign-ups of the address
 */
export function confirmationMail(
  site: string,
  token: string,
  signup: { at: Date; others: number },
): MailText {
  return renderLetter({
    site,
    subject: "Confirme seu e-mail na Prompteca",
    preview: "Falta só um passo para ativar sua conta.",
    heading: "Falta confirmar seu e-mail",
    before: [
      "Recebemos um cadastro com este e-mail.",
      `O cadastro foi feito em ${formatDateTime(signup.at)}, no horário de Brasília.`,
      "Confirme que o endereço é seu para ativar a conta e entrar.",
      ...(signup.others > 0
        ? [
            `${othersWaiting(signup.others)} Cada um tem uma mensagem e uma senha próprias: confirme só o que você fez.`,
          ]
        : []),
    ],
    button: "Confirmar meu e-mail",
    link: mailedLink(site, "confirmation", token),
    after: [
      "O link vale por 7 dias e só pode ser usado uma vez. Se for aberto em outro navegador, a página pede a senha escolhida no cadastro.",
      "Não foi você? Ignore esta mensagem: sem a confirmação, nenhuma conta é criada.",
    ],
  });
}

/** Offers the owner of an account to set a new password. @param username the owner's @see confirmationMail */
export function recoveryMail(site: string, username: string, token: string): MailText {
  return renderLetter({
    site,
    subject: "Redefina sua senha da Prompteca",
    preview: "Crie uma nova senha para voltar a entrar.",
    heading: `Olá, ${username}`,
    before: [
      "Recebemos um pedido para redefinir a senha da sua conta.",
      "Crie uma nova senha pelo link abaixo.",
    ],
    button: "Criar nova senha",
    link: mailedLink(site, "recovery", token),
    after: [
      "O link vale por 1 hora e só pode ser usado uma vez.",
      "Não foi você? Ignore esta mensagem: sua senha continua a mesma.",
    ],
  });
}
