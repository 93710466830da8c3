/** Sentences about a case: where its target is now, what a decision would do, and who would read its reason. */

import type { CaseDetail, CaseItem, DecisionRequest } from "#moderation/cases-contract.ts";
import { deletionDate } from "#moderation/contract.ts";
import { capitalized, TARGETS } from "#moderation/messages.ts";
import { serverNow } from "#platform/client/server-time.ts";
import { formatDate } from "#ui/dates.ts";

type Decidable = DecisionRequest["action"];

/** Whether it waits for its review: nobody has reported it, and nobody contests anything. */
export const isInReview = ({ category, state, appeals }: Pick<CaseItem, "category" | "state" | "appeals">) =>
  category === null && state === "open" && appeals === 0;

/** A decision on its button, and once it is taken. */
const NAMES: Record<Decidable, { label: string; done: string }> = {
  keep: { label: "Manter", done: "Mantido." },
  hide: { label: "Ocultar", done: "Ocultado." },
  remove: { label: "Remover", done: "Removido." },
  restore: { label: "Restaurar", done: "Restaurado." },
  warn: { label: "Advertir", done: "Advertência enviada." },
  block: { label: "Bloquear a conta", done: "Conta bloqueada." },
};

/** Name of a decision. On a hidden target, "Manter" would read as keeping it hidden. */
export function nameOf(action: Decidable, found: CaseDetail): { label: string; done: string } {
  if (action !== "keep" || found.target.type === "user" || !found.hidden) return NAMES[action];
  return isInReview(found)
    ? { label: "Publicar", done: "Publicado." }
    : { label: "Devolver ao site", done: "Devolvido ao site." };
}

/** Empty when there is nothing to say, or the target is gone. */
export function whereabouts({
  target,
  hidden,
  hidden_with_author,
  current,
  path,
  history,
}: CaseDetail): string {
  if (target.type === "user") {
    return hidden ? (history?.removed ? "Conta removida agora" : "Conta bloqueada agora") : "";
  }
  if (hidden) return "Está fora do site agora";
  if (hidden_with_author) return "Está fora do site agora, com tudo de quem publicou";
  if (!current) return "";
  // Its owner has made it private, or it is about an earlier version.
  return path ? "Está no site agora" : "Não aparece no site agora";
}

/**
 * Name of the restrictions that restoring lifts: those that the author contests, else the last that took something
 * away, else a warning.
 */
function restoredBy({ appeals_list, target }: CaseDetail, withAuthor: string): string {
  if (isContestedBy("author", appeals_list)) return "Desfaz a decisão que quem publicou contestou.";
  const { noun, end } = TARGETS[target.type];
  return target.type !== "user"
    ? `Desfaz a decisão que ocultou ou removeu ${end} ${noun} ou bloqueou a conta; se não há nenhuma, a advertência. O que saiu volta como era${alsoOf(target)}${withAuthor}.`
    : "Desfaz a remoção ou o bloqueio mais recente; se não há nenhum, a advertência ou a pausa. O que saiu volta como era, com curtidas e favoritos.";
}

/** Things that are hidden and shown again together with a prompt. */
const alsoOf = ({ type }: CaseItem["target"]) => (type === "prompt" ? ", com curtidas e favoritos" : "");

const isContestedBy = (by: string, appeals: CaseDetail["appeals_list"]) =>
  appeals.some(({ side, outcome }) => side === by && outcome === null);

/** @param ground of the decision, if it is chosen already */
export function effectOf(action: Decidable, found: CaseDetail, ground: string): string {
  const { target, hidden, hidden_with_author, history } = found;
  const { username } = target.author;
  const isContent = target.type !== "user";
  const { noun, end } = TARGETS[target.type];
  const also = alsoOf(target);
  const isOut = isContent && (hidden || hidden_with_author);
  const until = () => formatDate(deletionDate(found.category, ground, serverNow()));
  const withAuthor = isContent && history?.removed ? ", quando a conta de quem publicou voltar" : "";
  switch (action) {
    case "keep":
      if (!isContent || !hidden) return "Nada muda no site.";
      if (isInReview(found)) return `Aparece para todos${withAuthor}.`;
      return `Volta a aparecer para todos${also}${withAuthor}.`;
    case "hide":
      return `${isOut ? "Continua fora do site." : "Sai do site para todos."} ${also ? "Curtidas e favoritos ficam guardados" : `${capitalized(end)} ${noun} fica guardad${end}`} até que alguém restaure ou remova.`;
    case "remove":
      if (!isContent)
        return `${username} não pode mais entrar, e a conta sai do site agora com todos os prompts. Dá para restaurar tudo até ${until()}; depois é apagado para sempre.`;
      if (!also)
        return `${isOut ? "Continua fora do site" : "Sai do site agora"} ${end} ${noun}. Dá para restaurar até ${until()}; depois é apagad${end} para sempre.`;
      return `${isOut ? "Continuam fora do site" : "Saem do site agora"} o prompt, a imagem, as curtidas e os favoritos. Dá para restaurar tudo até ${until()}; depois é apagado para sempre.`;
    case "restore":
      return restoredBy(found, withAuthor);
    case "warn":
      return `${username} recebe a advertência. Nada sai do site.`;
    case "block":
      return `${username} não pode mais entrar; o que publicou continua no site. Pode ser desfeito.`;
  }
}

/** Who gets the reason of a decision by mail. @param action if it is chosen already */
export function readersOf(action: Decidable | "", found: CaseDetail): string {
  const { target, hidden, reports, appeals_list } = found;
  const isContent = target.type !== "user";
  const isContested = isContestedBy("author", appeals_list);
  const endsHiding = isContent && hidden && !isInReview(found);
  const isAuthorNotified = action !== "keep" || isContested || endsHiding;
  const author = isContent ? "quem publicou" : target.author.username;
  const readers = [...(isAuthorNotified ? [author] : []), ...(reports > 0 ? ["quem denunciou"] : [])];
  if (readers.length === 0) return "Este texto fica no registro; ninguém o recebe.";
  return `Por e-mail, ${readers.join(" e ")} ${readers.length > 1 ? "recebem" : "recebe"} este texto.`;
}
