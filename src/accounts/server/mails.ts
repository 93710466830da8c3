/** The form of every mail, as HTML and as plain text, and the two mails with which people prove an address. */
import { escapeHtml } from "#language/html.ts";
import type { Mail } from "#platform/mail.ts";

export type MailText = Pick<Mail, "subject" | "text" | "html">;

export interface Letter {
  subject: string;
  /** What mail programs show beside the subject. */
  preview: string;
  heading: string;
  /** Paragraphs before the button, as plain text. */
  before: string[];
  button: string;
  link: string;
  after: string[];
  /** Origin of the site. */
  site: string;
}

/** Mail programs know neither OKLCH nor style sheets: the tokens of src/ui/tokens.css as hexadecimal. */
const INK = "#101a2f";
const MUTED = "#4d586c";
const GROUND = "#f7f9fc";
const LINE = "#d9dfe6";
const ANIL = "#1649ae";
const MANGO = "#f3aa40";
const FONT = "font-family:'Instrument Sans',-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** A letter in both forms; whatever stands in its texts is shown as text. */
export function renderLetter({
  subject,
  preview,
  heading,
  before,
  button,
  link,
  after,
  site,
}: Letter): MailText {
  const paragraph = (text: string, color: string, size: number) =>
    `<p style="margin:0 0 16px;${FONT};font-size:${size}px;line-height:1.6;color:${color}">${escapeHtml(text)}</p>`;
  const href = escapeHtml(link);
  const html = `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:0;background:${GROUND}">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:${GROUND}">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px">
<tr><td style="padding:0 4px 20px;${FONT};font-size:20px;font-weight:700;color:${ANIL}">
<span style="display:inline-block;width:12px;height:12px;border-radius:0 12px 0 0;background:${ANIL}"></span>
<span style="display:inline-block;width:12px;height:12px;border-radius:12px;background:${MANGO}"></span>&nbsp; Prompteca
</td></tr>
<tr><td style="padding:32px 28px;background:#ffffff;border:1px solid ${LINE};border-radius:4px 28px 4px 4px">
<h1 style="margin:0 0 20px;${FONT};font-size:24px;line-height:1.25;color:${INK}">${escapeHtml(heading)}</h1>
${before.map((text) => paragraph(text, INK, 16)).join("\n")}
<p style="margin:28px 0"><a href="${href}" target="_blank" style="display:inline-block;padding:14px 24px;${FONT};font-size:16px;font-weight:600;color:#ffffff;background:${ANIL};border-radius:4px;text-decoration:none">${escapeHtml(button)}</a></p>
${after.map((text) => paragraph(text, MUTED, 14)).join("\n")}
<p style="margin:0;${FONT};font-size:13px;line-height:1.6;color:${MUTED}">Se o botão não funcionar, copie este endereço no navegador:<br>
<a href="${href}" target="_blank" style="color:${ANIL};word-break:break-all">${href}</a></p>
</td></tr>
<tr><td style="padding:20px 4px 0;${FONT};font-size:13px;color:${MUTED}">Prompteca: encontre e compartilhe prompts poderosos.<br>
<a href="${escapeHtml(site)}" style="color:${MUTED}">${escapeHtml(site.replace(/^https?:\/\//, ""))}</a></td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
  const text = `${[heading, ...before, `${button}:\n${link}`, ...after, `Prompteca\n${site}`].join("\n\n")}\n`;
  return { subject, html, text };
}

/**
 * Asks the owner of an address to confirm a sign-up.
 * @param site origin of the site, which every link is built on
 * @param token as one-time-tokens.ts derives it
 */
export function confirmationMail(site: string, username: string, token: string): MailText {
  return renderLetter({
    site,
    subject: "Confirme seu email na Prompteca",
    preview: "Falta só um passo para ativar sua conta.",
    heading: `Boas-vindas, ${username}!`,
    before: [
      `Recebemos um cadastro com este email e o nome de usuário ${username}.`,
      "Confirme que o endereço é seu para ativar a conta e entrar.",
    ],
    button: "Confirmar meu email",
    link: `${site}/verify-email?token_hash=${token}&type=email`,
    after: [
      "O link vale por 7 dias e só pode ser usado uma vez.",
      "Não foi você? Ignore esta mensagem: sem a confirmação, nenhuma conta é criada.",
    ],
  });
}

/** Offers the owner of an account to set a new password. @see confirmationMail for the parameters */
export function recoveryMail(site: string, username: string, token: string): MailText {
  return renderLetter({
    site,
    subject: "Redefina sua senha da Prompteca",
    preview: "Crie uma nova senha para voltar a entrar.",
    heading: `Olá, ${username}`,
    before: [
      "Recebemos um pedido para redefinir a senha da sua conta.",
      "Crie uma nova senha pelo botão abaixo.",
    ],
    button: "Criar nova senha",
    link: `${site}/reset-password?token_hash=${token}&type=recovery`,
    after: [
      "O link vale por 1 hora e só pode ser usado uma vez.",
      "Não foi você? Ignore esta mensagem: sua senha continua a mesma.",
    ],
  });
}
