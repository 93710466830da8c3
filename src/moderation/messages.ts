/** Portuguese texts of the moderation room: errors, and the names that screens and mails share. */
import { isolated } from "#language/isolated.ts";

export const messages = {
  forbidden: "Só a moderação do site pode fazer isso.",
  adminOnly: "Só a administração do site pode fazer isso.",
  targetInvalid: "Informe o que você quer denunciar",
  targetNotFound: "O que você quer denunciar não existe mais.",
  ownContent: "Isto é seu: você pode alterar ou excluir quando quiser.",
  categoryRequired: "Escolha o que há de errado",
  standingRequired: "Escolha uma das opções",
  explanationRequired: "Explique o que há de errado",
  explanationTooLong: "A explicação deve ter no máximo 2.000 caracteres",
  nameRequired: "Informe seu nome",
  nameTooLong: "O nome deve ter no máximo 100 caracteres",
  emailRequired: "Informe seu e-mail",
  alreadyReported: "Você já denunciou isto. O código foi enviado por e-mail quando a denúncia foi feita.",
  reportNotFound: "Denúncia não encontrada. Confira o código.",
  tokenInvalid: "Este link de confirmação não é válido. Confira se ele está completo.",
  notOnSite: "Isto não está mais no site.",
  caseNotFound: "Caso não encontrado",
  caseChanged: "O caso mudou enquanto você o lia. Confira e decida de novo.",
  targetGone: "O que foi denunciado não existe mais. Só é possível manter, advertir ou bloquear.",
  actionImpossible: "Esta decisão não se aplica a este caso.",
  nothingToRestore: "Não há decisão para desfazer neste caso.",
  yourAccount: "Você não pode bloquear nem excluir a sua própria conta.",
  accountRemoved: "Esta conta foi removida. Restaure-a primeiro, no caso dela.",
  ownAccount: "Ninguém decide sobre a conta da administração.",
  adminsContent: "Só a administração pode tirar do site o que ela mesma publicou.",
  ownCase: "Quem é parte em um caso não pode decidir sobre ele.",
  reporterGone: "Quem denunciou não tem conta: só é possível advertir ou pausar quem tem.",
  sanctionImpossible:
    "Isto não é possível agora: quem denunciou já foi advertido por esta denúncia, ou a pausa pede uma advertência antes. Recarregue o caso.",
  actionRequired: "Escolha uma decisão",
  groundRequired: "Escolha a regra",
  groundMismatch: "Manter e restaurar não têm regra descumprida; as outras decisões precisam de uma",
  reasonRequired: "Escreva o motivo",
  reasonTooLong: "O motivo deve ter no máximo 1.000 caracteres",
  casesRequired: "Escolha os casos",
  tooManyCases: "Decida no máximo 20 casos de uma vez",
  notAlike: "Só se decide junto o que é da mesma pessoa ou da mesma categoria. Contas se decidem uma a uma.",
  reasonTitleRequired: "Dê um nome ao texto",
  reasonTitleTooLong: "O nome deve ter no máximo 60 caracteres",
  reasonTextRequired: "Escreva o texto",
  reasonTextTooLong: "O texto deve ter no máximo 1.000 caracteres",
  reasonTextNotFound: "Este texto não existe mais.",
  reasonTextsFull: "Já há 100 textos prontos. Exclua um antes de criar outro.",
  versionRequired: "Informe a versão do caso que você leu",
  filterInvalid: "Filtro inválido",
  yearInvalid: "O ano deve ser um número inteiro",
  appealRequired: "Escreva por que discorda da decisão",
  appealTooLong: "A contestação deve ter no máximo 2.000 caracteres",
  notDecided: "Esta denúncia ainda não foi decidida.",
  decisionNotFound: "Decisão não encontrada",
  appealLate: "O prazo de 20 dias para contestar esta decisão terminou.",
  alreadyAppealed: "Você já contestou esta decisão.",
  notAppealable: "Esta decisão não pode ser contestada.",
  newestRequired: "Informe o número do aviso mais novo que você viu",
  userNotFound: "Usuário não encontrado",
  blockedModerator: "Uma conta bloqueada não pode moderar.",
  ownDecision: "A contestação é contra uma decisão sua: outra pessoa da moderação responde.",
  ownPrompt: "A resposta é sobre um prompt seu: outra pessoa da moderação decide.",
  ownReport: "Você denunciou isto: outra pessoa da moderação decide.",
} as const;

/** Reported things as sentences name them: "a resposta sobre o prompt “Título”"; `end` is the article and an ending. */
export const TARGETS = {
  prompt: { noun: "prompt", end: "o", about: "" },
  user: { noun: "conta", end: "a", about: "" },
  result: { noun: "resposta", end: "a", about: " sobre o prompt" },
  collection: { noun: "coleção", end: "a", about: "" },
} as const;
type Reportable = keyof typeof TARGETS;

export const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
/** Without article. @param label null for an answer about a prompt that is not public */
export const nameOf = (type: Reportable, label: string | null) =>
  label === null
    ? `${TARGETS[type].noun} sobre um prompt`
    : `${TARGETS[type].noun}${TARGETS[type].about} “${isolated(label)}”`;
/** With it, as a sentence begins. */
export const theNamed = (type: Reportable, label: string | null) =>
  capitalized(`${TARGETS[type].end} ${nameOf(type, label)}`);

/**
 * Sentences about the consequences of undone decisions.
 * @param undid the actions that were undone
 * @param remaining what another decision keeps so
 */
export function undoneText(
  undid: readonly string[],
  about: Reportable,
  remaining: readonly ("away" | "blocked")[],
): string {
  const { end, noun } = TARGETS[about];
  const isAway = remaining.includes("away");
  const isBlocked = remaining.includes("blocked");
  const back =
    about === "user"
      ? `A conta voltou ao site${isAway ? ", mas outra decisão mantém os prompts fora dele" : ""}.`
      : isAway
        ? `A decisão sobre ${end} ${noun} deixou de valer, mas outra ${end} mantém fora do site.`
        : `${capitalized(end)} ${noun} voltou ao site.`;
  const sentences = [
    undid.some((action) => action === "hide" || action === "remove") && back,
    undid.includes("block") && !isBlocked && "A conta foi desbloqueada.",
    isBlocked && "A conta continua bloqueada, por outra decisão.",
    undid.includes("pause") && "Você pode denunciar de novo.",
    undid.includes("warn") && "A advertência deixou de valer.",
  ];
  return sentences.filter(Boolean).join(" ") || "A decisão anterior foi desfeita.";
}

/** @param until a date in words */
export const reportsPaused = (until: string) =>
  `Suas denúncias estão pausadas até ${until}. O que é urgente você ainda pode denunciar: imagem íntima, crianças e adolescentes, violência ou perigo.`;
