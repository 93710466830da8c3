/** The words of the weekly mail. */
import { type LetterItem, type MailText, renderLetter } from "#accounts/server/mails/mails.ts";
import type { News } from "#collections/contract.ts";
import { NEWS_TAB } from "#collections/paths.ts";
import { formatDate } from "#ui/dates.ts";
import { countOf } from "#ui/numbers.ts";

interface Told {
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

function toItem(site: string, { prompt, collection, note }: News["data"][number]): LetterItem {
  return {
    title: prompt.title,
    link: `${site}/prompts/${prompt.id}`,
    told: collection
      ? `Entrou em “${collection.title}” · por ${prompt.user.username}`
      : `${prompt.user.username} publicou`,
    quote: note,
  };
}

/** @param site origin of the site, base of all links */
export function newsLetter(site: string, { username, since, items, more, unsubscribe }: Told): MailText {
  const [first, ...others] = items;
  const rest = more ? "outras" : `mais ${others.length}`;
  const subject = `Novidades: “${first?.prompt.title}”${others.length > 0 ? ` e ${rest}` : ""}`;
  const found = more ? "muitas novidades" : countOf(items.length, "novidade", "novidades");
  const told = `Desde ${formatDate(since)}, há ${found} de quem e do que você segue.`;
  return renderLetter({
    site,
    subject,
    preview: told,
    heading: `Olá, ${username}`,
    before: [more ? `${told} Estas são as ${items.length} mais recentes.` : told],
    items: items.map((item) => toItem(site, item)),
    button: "Ver no seu perfil",
    link: site + NEWS_TAB,
    after: [],
    ending: {
      why: "Você pediu este e-mail em “Novidades”: no máximo um por semana, e nenhum quando não há nada novo.",
      label: "Não quero mais receber",
      link: unsubscribe,
    },
  });
}
