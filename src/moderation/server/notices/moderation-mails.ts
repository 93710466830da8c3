/** The mails of moderation, in Portuguese: receipts, statements of reasons, and what the admin has to see at once. */

import { passkeyNames, type WrittenNotice } from "#accounts/server/mails/notice-mails.ts";
import { isolated } from "#language/isolated.ts";
import { type Action, CATEGORIES, type Category, CONFIRMATION_DAYS, GROUNDS } from "#moderation/contract.ts";
import { capitalized, nameOf, TARGETS, undoneText } from "#moderation/messages.ts";
import { appealEnd, pauseEnd } from "#moderation/server/cases/appealable.ts";
import { targetView } from "#moderation/server/cases/target-types.ts";
import { formatDate } from "#ui/dates.ts";
import type { Stated } from "./statements.queries.ts";

/** Where the author's notices are. */
const NOTICES = "/avisos";

/**
 * Asks a visitor to confirm a report. Anybody may have typed the address, so nothing of the report is in it.
 * @param token opens nothing by itself: the page asks
 */
export function confirmationRequest(code: string, token: string): WrittenNotice {
  return {
    kind: "written",
    subject: "Confirme sua denúncia na Prompteca",
    preview: "Falta só um passo para que ela seja analisada.",
    before: [
      "Recebemos uma denúncia com este e-mail. Confirme que é sua para que a moderação a analise.",
      `Código da denúncia: ${code}. Guarde-o: com ele você acompanha o andamento.`,
    ],
    button: "Confirmar a denúncia",
    path: `/denuncias/${code}?token=${token}`,
    after: [
      `O link vale por ${CONFIRMATION_DAYS} dias. A pessoa denunciada não fica sabendo quem denunciou.`,
      "Não foi você? Ignore esta mensagem: sem a confirmação, a denúncia é apagada.",
    ],
  };
}

/** The receipt of a member's report. */
export function receiptLetter(code: string): WrittenNotice {
  return {
    kind: "written",
    subject: "Recebemos sua denúncia na Prompteca",
    preview: "A moderação vai analisá-la.",
    before: [
      "Recebemos sua denúncia. A moderação vai analisá-la, e você recebe um e-mail com a decisão e o motivo.",
      `Código da denúncia: ${code}.`,
    ],
    button: "Acompanhar a denúncia",
    path: `/denuncias/${code}`,
    after: ["A pessoa denunciada não fica sabendo quem denunciou."],
  };
}

/** Tells the admin of a case that cannot wait. */
export function urgentLetter(category: Category): WrittenNotice {
  const { label, hours } = CATEGORIES[category];
  return {
    kind: "written",
    subject: "Denúncia urgente na Prompteca",
    preview: `${label}: o prazo é de ${hours} horas.`,
    before: [
      `Chegou uma denúncia confirmada da categoria “${label}”. O prazo para decidir é de ${hours} horas.`,
      "Em geral, o que é denunciado assim já está oculto até a decisão; a fila diz se isto está.",
    ],
    button: "Abrir a fila de denúncias",
    path: "/admin/denuncias",
    after: [],
  };
}

/** Tells the admin of a picture that resembles one that was removed. */
export function alikeLetter(category: Category): WrittenNotice {
  const { label, hours } = CATEGORIES[category];
  return {
    ...urgentLetter(category),
    subject: "Imagem parecida com uma removida na Prompteca",
    before: [
      `A imagem de um prompt se parece com uma que foi removida (“${label}”). Veja se é a mesma: o prazo é de ${hours} horas.`,
      "O prompt continua no site até a decisão.",
    ],
  };
}

/**
 * Tells a member who moderates from now on.
 * @param keys passkeys of the account, which open what staff may
 * @param linked accounts that open it without its password
 */
export function namedLetter(
  keys: readonly { name: string; created_at: Date }[],
  linked: readonly { name: string; email: string }[],
): WrittenNotice {
  const named = passkeyNames(keys);
  const accounts = linked.map(({ name, email }) => `${name} (${isolated(email)})`).join("; ");
  return {
    kind: "written",
    subject: "Você agora modera a Prompteca",
    preview: "A fila de denúncias está aberta para você.",
    before: [
      "A administração da Prompteca nomeou você para a moderação. A partir de agora, você vê a fila de denúncias e decide sobre os casos, menos os que são sobre você ou que você denunciou.",
      "Cada decisão precisa do motivo e, se oculta, remove, adverte ou bloqueia, também da regra descumprida. Chega por e-mail a quem ela diz respeito e pode ser desfeita.",
      ...(named
        ? [
            `Estas chaves de acesso da sua conta agora abrem também a moderação: ${named}. Não reconhece alguma? Remova-a nas configurações.`,
          ]
        : []),
      ...(accounts
        ? [
            `Quem entra com estas contas vinculadas também abre a sua: ${accounts}. Não reconhece alguma? Desvincule-a nas configurações.`,
          ]
        : []),
    ],
    button: "Abrir a fila de denúncias",
    path: "/admin/denuncias",
    after: ["Não quer moderar? Avise a administração, que desfaz a nomeação."],
  };
}

type Headline = [subject: string, sentence: string];

/** Headline of a decision about something that the user has published. */
function contentHeadline(stated: Stated): Headline {
  const { action, decided_as, label, undid, delete_at } = stated;
  const { type } = targetView(stated);
  const { noun, end } = TARGETS[type];
  const subject = `${end === "a" ? "Sua" : "Seu"} ${noun}`;
  const yours = `${end} ${end === "a" ? "sua" : "seu"} ${nameOf(type, label)}`;
  const Yours = capitalized(yours);
  const it = end === "a" ? "ela" : "ele";
  // None any more once it is overturned.
  const until = delete_at ? `até ${formatDate(delete_at)}` : "por algum tempo";
  switch (action) {
    case "hide":
      return decided_as === "automatic"
        ? [
            `${subject} na Prompteca está ocult${end} até ser analisad${end}`,
            `${Yours} está ocult${end} para todas as pessoas até que a moderação decida.`,
          ]
        : [
            `${subject} foi ocultad${end} na Prompteca`,
            `${Yours} foi ocultad${end}: ${type === "collection" ? "só você" : "ninguém"} ${end} vê, mas ${it} não foi apagad${end}.`,
          ];
    case "remove":
      return [
        `${subject} foi removid${end} da Prompteca`,
        `${Yours} foi removid${end} do site. ${capitalized(it)} pode ser restaurad${end} ${until}; depois é apagad${end} para sempre.`,
      ];
    case "restore":
      return [
        `${subject} na Prompteca: a decisão foi desfeita`,
        `Uma decisão da moderação sobre ${yours} foi desfeita. ${undoneText(undid, type, stated.still)}`,
      ];
    case "warn":
      return [
        "Advertência da moderação da Prompteca",
        `Você recebeu uma advertência por causa d${end} ${nameOf(type, label)}.`,
      ];
    case "keep":
      return [`${subject} na Prompteca: nada muda`, `${Yours} foi analisad${end} e continua no site.`];
    default:
      return accountHeadline(stated);
  }
}

/** Headline of a decision about the user's account, in a case about it or about something else. */
function accountHeadline(stated: Stated): Headline {
  const { action, ground, undid, delete_at, still } = stated;
  const until = delete_at ? `até ${formatDate(delete_at)}` : "por algum tempo";
  switch (action) {
    case "hide":
    case "remove":
      return [
        "Sua conta foi removida da Prompteca",
        `A sua conta foi removida do site, com os seus prompts, e você não pode entrar. Tudo pode ser restaurado ${until}; depois é apagado para sempre.`,
      ];
    case "restore":
      return [
        "Sua conta na Prompteca: a decisão foi desfeita",
        `Uma decisão da moderação sobre a sua conta foi desfeita. ${undoneText(undid, "user", still)}`,
      ];
    case "warn":
      return [
        "Advertência da moderação da Prompteca",
        ground === "reports"
          ? "Você recebeu uma advertência por causa de uma denúncia que fez."
          : "Você recebeu uma advertência por causa da sua conta.",
      ];
    case "pause":
      return [
        "Suas denúncias na Prompteca estão pausadas",
        `Você não pode denunciar até ${formatDate(pauseEnd(stated))}, por causa de uma denúncia que fez. O que é urgente você ainda pode: imagem íntima, crianças e adolescentes, violência ou perigo.`,
      ];
    case "block":
      if (delete_at)
        return [
          "Sua conta na Prompteca foi bloqueada e o conteúdo, removido",
          `A moderação bloqueou a sua conta e removeu do site os seus prompts, que podem ser restaurados ${until}; depois são apagados para sempre. Enquanto ela estiver bloqueada, você não pode entrar. Suas curtidas e seus favoritos continuam como estavam.`,
        ];
      return [
        "Sua conta na Prompteca foi bloqueada",
        "A moderação bloqueou a sua conta. Enquanto ela estiver bloqueada, você não pode entrar.",
      ];
    case "keep":
      return ["Sua conta na Prompteca: nada muda", "A sua conta foi analisada e continua no site."];
  }
}

/** Outcome for a reporter: without the title, which may be the harm. */
const OUTCOMES: Record<Action, string> = {
  keep: "A moderação analisou o que você denunciou e decidiu manter.",
  hide: "A moderação ocultou o que você denunciou.",
  remove: "A moderação removeu o que você denunciou.",
  restore: "A moderação desfez uma decisão anterior sobre o que você denunciou.",
  warn: "A moderação advertiu a pessoa responsável pelo que você denunciou.",
  block: "A moderação bloqueou a conta responsável pelo que você denunciou.",
  pause: "A moderação decidiu.",
};

/** The rule, the facts and who decided. */
function reasonsOf({ ground, reason, decided_as }: Stated): string[] {
  return [
    ...(ground === "none" ? [] : [`Regra dos Termos de Uso: ${GROUNDS[ground].sentence}`]),
    ...(reason === null ? [] : [`Motivo: ${isolated(reason)}`]),
    decided_as === "automatic"
      ? "Isso foi feito automaticamente; uma pessoa ainda vai decidir."
      : "Quem decidiu foi uma pessoa da moderação, não um sistema automático.",
  ];
}

/**
 * The statement of reasons to the user concerned.
 * @param contestable whether the user may appeal
 * @param isBlocked whether the user cannot sign in
 */
export function statementToAuthor(stated: Stated, contestable: boolean, isBlocked: boolean): WrittenNotice {
  const [subject, sentence] =
    targetView(stated).type === "user" ? accountHeadline(stated) : contentHeadline(stated);
  return {
    kind: "written",
    subject,
    preview: sentence,
    before: [sentence, ...reasonsOf(stated)],
    button: isBlocked ? "Ver o que você pode fazer" : "Ver o aviso",
    path: isBlocked ? "/blocked-account" : NOTICES,
    after: [
      ...(contestable
        ? [
            `Se você não concorda, pode contestar uma vez até ${formatDate(appealEnd(stated))}, ${
              isBlocked ? "com seu e-mail e sua senha, pelo link acima" : "nos avisos, no menu da sua conta"
            }.`,
          ]
        : []),
      ...(isBlocked ? ["Na mesma página você pode baixar uma cópia dos seus dados ou excluir a conta."] : []),
    ],
  };
}

/** The statement of reasons to a reporter. @param contestable whether the reporter may appeal */
export function statementToReporter(stated: Stated, code: string, contestable: boolean): WrittenNotice {
  const { action, undid_there, still } = stated;
  const sentence =
    OUTCOMES[action] +
    (action === "restore" ? ` ${undoneText(undid_there, targetView(stated).type, still)}` : "");
  return {
    kind: "written",
    subject: "Sua denúncia na Prompteca foi decidida",
    preview: sentence,
    before: [sentence, ...reasonsOf(stated), `Código da denúncia: ${code}.`],
    button: "Ver a denúncia",
    path: `/denuncias/${code}`,
    after: contestable
      ? [
          `Se você não concorda, pode contestar uma vez até ${formatDate(appealEnd(stated))}, na página da denúncia.`,
        ]
      : [],
  };
}
