/** The words of the weekly mail. */

import { type LetterItem, type MailText, renderLetter } from "#accounts/server/mails/mails.ts";
import type { News } from "#collections/contract.ts";
import { NEWS_PAGE } from "#collections/paths.ts";
import { isolated } from "#language/isolated.ts";
import { formatDate } from "#ui/dates.ts";
import { countOf } from "#ui/numbers.ts";

interface NewsLetter {
  username: string;
  /** Since when. */
  since: Date;
  /** At least one, newest first, each prompt once. */
  items: News["data"];
  /** Whether there is more than these. */
  more: boolean;
  /** Page that ends these mails. */
  unsubscribe: string;
}

function toItem(site: string, { prompt, collection, tag, note }: News["data"][number]): LetterItem {
  return {
    title: prompt.title,
    link: `${site}/prompts/${prompt.id}`,
    cause: collection
      ? `Adicionado a “${isolated(collection.title)}” · por ${prompt.user.username}`
      : `${prompt.user.username} publicou${tag ? ` com a tag “${isolated(tag.name)}”` : ""}`,
    quote: note,
  };
}

/** @param site origin of the site, base of all links */
export function newsLetter(
  site: string,
  { username, since, items, more, unsubscribe }: NewsLetter,
): MailText {
  const [first, ...others] = items;
  const rest = more ? "outras" : `mais ${countOf(others.length, "novidade", "novidades")}`;
  const subject = `Novidades: “${isolated(first?.prompt.title ?? "")}”${others.length > 0 ? ` e ${rest}` : ""}`;
  const found = more ? "muitas novidades" : countOf(items.length, "novidade", "novidades");
  const summary = `Desde ${formatDate(since)}, há ${found} das pessoas, coleções e tags que você segue.`;
  return renderLetter({
    site,
    subject,
    preview: summary,
    heading: `Olá, ${username}`,
    before: [more ? `${summary} Estas são as ${items.length} mais recentes.` : summary],
    items: items.map((item) => toItem(site, item)),
    button: "Ver as novidades",
    link: site + NEWS_PAGE,
    after: [],
    ending: {
      why: "Você pediu este e-mail em “Novidades”: no máximo um por semana, e nenhum quando não há nada novo.",
      label: "Não quero mais receber",
      link: unsubscribe,
    },
  });
}
