/** Every mail that the site sends, as people read it: whole, with its dates, counts and links. */
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { renamedNotice } from "#accounts/server/account/moved-people.service.ts";
import { confirmationMail, type MailText, recoveryMail } from "#accounts/server/mails/mails.ts";
import { type Notice, noticeMail } from "#accounts/server/mails/notice-mails.ts";
import {
  firstPasskey,
  resetAsked,
  resetDone,
  resetDropped,
  resetStopped,
} from "#accounts/server/mails/passkey-letters.ts";
import { alarmLetter } from "#app/operations/nightly-backups.ts";
import type { News } from "#collections/contract.ts";
import { newsLetter } from "#collections/server/news-mails/news-letter.ts";
import {
  alikeLetter,
  confirmationRequest,
  namedLetter,
  receiptLetter,
  statementToAuthor,
  statementToReporter,
  urgentLetter,
} from "#moderation/server/notices/moderation-mails.ts";

type Stated = Parameters<typeof statementToAuthor>[0];

const SITE = "https://prompteca.exemplo";
const CONTACT = "oi@prompteca.exemplo";
const notice = (told: Notice, username = "Ana") => noticeMail(SITE, CONTACT, username, told);
const security = { at: "2026-11-23T01:04:00.000Z", device: "Firefox no Linux" };
const NIGHT = new Date("2026-11-22T06:30:00Z");

/** A decision of 1 November about a prompt. */
const stated = (fields: Partial<Stated>): Stated => ({
  id: 7,
  action: "hide",
  ground: "spam",
  reason: "Vende seguidores.",
  decided_as: "moderator",
  overturned_by: null,
  created_at: new Date("2026-11-01T15:00:00Z"),
  still: [],
  delete_at: null,
  author_id: "6f9619ff-8b86-4d01-b42d-00cf4fc964ff",
  label: "Ouro fácil",
  prompt_id: 5,
  reported_user_id: null,
  result_id: null,
  collection_id: null,
  answered: [],
  undid: [],
  undid_there: [],
  ...fields,
});
const account = { prompt_id: null, reported_user_id: "6f9619ff-8b86-4d01-b42d-00cf4fc964ff", label: "Ana" };
const toAuthor = (fields: Partial<Stated>, contestable = true, isBlocked = false) =>
  notice(statementToAuthor(stated(fields), contestable, isBlocked));
const toReporter = (fields: Partial<Stated>, contestable = true) =>
  notice(statementToReporter(stated(fields), "BCDF234567", contestable));

const news = (title: string, more: object = {}) =>
  ({
    prompt: { id: 12, title, user: { username: "Caio" } },
    collection: null,
    tag: null,
    note: null,
    ...more,
  }) as unknown as News["data"][number];
const weekly = (items: News["data"], more: boolean) =>
  newsLetter(SITE, {
    username: "Ana",
    since: new Date("2026-11-01T15:00:00Z"),
    items,
    more,
    unsubscribe: `${SITE}/novidades/sair?token=abc`,
  });

const BY_A_PERSON = `Regra dos Termos de Uso: Não é permitido publicar propaganda, golpes, programas nocivos ou a mesma publicação repetida muitas vezes.

Motivo: Vende seguidores.

Quem decidiu foi uma pessoa da moderação, não um sistema automático.`;
const SEE_NOTICES = `Ver o aviso:
https://prompteca.exemplo/avisos`;
const APPEAL_UNTIL =
  "Se você não concorda, pode contestar uma vez até 21 de novembro de 2026, nos avisos, no menu da sua conta.";

/** What each says between the heading and the site's name. */
const MAILS: Record<string, [mail: MailText, subject: string, text: string, heading?: string]> = {
  "a sign-up": [
    confirmationMail(SITE, "um_token-43", { at: new Date("2026-11-22T18:38:00Z"), others: 2 }),
    "Confirme seu e-mail na Prompteca",
    `Recebemos um cadastro com este e-mail.

O cadastro foi feito em 22 de novembro de 2026 às 15:38, no horário de Brasília.

Confirme que o endereço é seu para ativar a conta e entrar.

Há outros 2 cadastros com este e-mail aguardando confirmação. Cada um tem uma mensagem e uma senha próprias: confirme só o que você fez.

Confirmar meu e-mail:
https://prompteca.exemplo/verify-email?token_hash=um_token-43&type=email

O link vale por 7 dias e só pode ser usado uma vez. Se for aberto em outro navegador, a página pede a senha escolhida no cadastro.

Não foi você? Ignore esta mensagem: sem a confirmação, nenhuma conta é criada.`,
    "Falta confirmar seu e-mail",
  ],
  "a forgotten password": [
    recoveryMail(SITE, "Ana", "um_token-43"),
    "Redefina sua senha da Prompteca",
    `Recebemos um pedido para redefinir a senha da sua conta.

Crie uma nova senha pelo link abaixo.

Criar nova senha:
https://prompteca.exemplo/reset-password?token_hash=um_token-43&type=recovery

O link vale por 1 hora e só pode ser usado uma vez.

Não foi você? Ignore esta mensagem: sua senha continua a mesma.`,
  ],
  "an issuer that is linked, besides what a stranger may have made": [
    notice({
      kind: "identity-linked",
      issuer: "Google",
      address: "ana@exemplo.com.br",
      others: "id.example (estranho@exemplo.com)",
      ...security,
    }),
    "Google vinculado à sua conta da Prompteca",
    `Agora dá para entrar na sua conta também com Google, sem a senha.

Conta do serviço: ana@exemplo.com.br

Sem a senha, também abrem a sua conta: id.example (estranho@exemplo.com). Não reconhece algum desses acessos? Remova-o nas configurações.

Quando: 22 de novembro de 2026 às 22:04 (horário de Brasília)

Aparelho: Firefox no Linux

Foi você? Então não precisa fazer nada. Não foi você? Crie outra senha agora, que encerra todas as sessões abertas, e confira as contas vinculadas nas configurações.

Criar outra senha:
https://prompteca.exemplo/forgot-password`,
  ],
  "an issuer that was linked by a mailed link alone": [
    notice({
      kind: "identity-linked",
      issuer: "Google",
      address: "ana@exemplo.com.br",
      by_mail: { has_password: true },
      ...security,
    }),
    "Google vinculado à sua conta da Prompteca",
    `Agora dá para entrar na sua conta também com Google, sem a senha.

Conta do serviço: ana@exemplo.com.br

Como a confirmação foi só por e-mail, as outras sessões foram encerradas e as chaves de API, revogadas. A senha da conta continua valendo: se não foi você quem a escolheu, crie outra.

Quando: 22 de novembro de 2026 às 22:04 (horário de Brasília)

Aparelho: Firefox no Linux

Foi você? Então não precisa fazer nada. Não foi você? Crie outra senha agora, que encerra todas as sessões abertas, e confira as contas vinculadas nas configurações.

Criar outra senha:
https://prompteca.exemplo/forgot-password`,
  ],
  "an issuer that is unlinked": [
    notice({ kind: "identity-unlinked", issuer: "Google", address: "ana@exemplo.com.br", ...security }),
    "Google desvinculado da sua conta da Prompteca",
    `Não dá mais para entrar na sua conta com Google.

Conta do serviço: ana@exemplo.com.br

Quando: 22 de novembro de 2026 às 22:04 (horário de Brasília)

Aparelho: Firefox no Linux

Foi você? Então não precisa fazer nada. Não foi você? Crie outra senha agora, que encerra todas as sessões abertas, e confira as contas vinculadas nas configurações.

Criar outra senha:
https://prompteca.exemplo/forgot-password`,
  ],
  "a changed password": [
    notice({ kind: "password-changed", ...security }),
    "Sua senha na Prompteca foi alterada",
    `A senha da sua conta foi alterada. As outras sessões foram encerradas e as chaves de API, revogadas.

Quando: 22 de novembro de 2026 às 22:04 (horário de Brasília)

Aparelho: Firefox no Linux

Foi você? Então não precisa fazer nada. Não foi você? Crie outra senha agora. Isso encerra todas as sessões abertas.

Criar outra senha:
https://prompteca.exemplo/forgot-password`,
  ],
  "a changed password that unlinks": [
    notice({ kind: "password-changed", ...security, unlinks: true }),
    "Sua senha na Prompteca foi alterada",
    `A senha da sua conta foi alterada. As outras sessões foram encerradas e as chaves de API, revogadas; as contas vinculadas foram desvinculadas.

Quando: 22 de novembro de 2026 às 22:04 (horário de Brasília)

Aparelho: Firefox no Linux

Foi você? Então não precisa fazer nada. Não foi você? Crie outra senha agora. Isso encerra todas as sessões abertas.

Criar outra senha:
https://prompteca.exemplo/forgot-password`,
  ],
  "a login on a new device": [
    notice({ kind: "new-device", ...security }),
    "Novo acesso à sua conta na Prompteca",
    `Alguém entrou na sua conta, com a senha, em um aparelho que ainda não tinha sido usado com ela.

Quando: 22 de novembro de 2026 às 22:04 (horário de Brasília)

Aparelho: Firefox no Linux

Foi você? Então não precisa fazer nada. Não foi você? Encerre essa sessão nas configurações e altere a senha.

Ver as sessões abertas:
https://prompteca.exemplo/settings`,
  ],
  "a new key": [
    notice({
      kind: "key-created",
      ...security,
      made: { name: "Robô", scopes: ["read", "publish"], expiresAt: "2027-02-21T02:30:00.000Z" },
    }),
    "Nova chave de API na sua conta da Prompteca",
    `Foi criada uma chave de API na sua conta. Quem tem a chave age em seu nome, sem a sua senha.

Nome: Robô

Permissões: ler, publicar

Válida até: 20 de fevereiro de 2027 às 23:30 (horário de Brasília)

Quando: 22 de novembro de 2026 às 22:04 (horário de Brasília)

Aparelho: Firefox no Linux

Foi você? Então não precisa fazer nada. Não foi você? Revogue a chave nas configurações e altere a senha.

Ver as chaves:
https://prompteca.exemplo/settings`,
  ],
  "a changed password that leaves passkeys": [
    notice({ kind: "password-changed", ...security, passkeys: "iPhone, de 3 de maio de 2026" }),
    "Sua senha na Prompteca foi alterada",
    `A senha da sua conta foi alterada. As outras sessões foram encerradas e as chaves de API, revogadas.

Estas chaves de acesso continuam abrindo a sua conta: iPhone, de 3 de maio de 2026. Não reconhece alguma? Remova-a nas configurações.

Quando: 22 de novembro de 2026 às 22:04 (horário de Brasília)

Aparelho: Firefox no Linux

Foi você? Então não precisa fazer nada. Não foi você? Crie outra senha agora. Isso encerra todas as sessões abertas.

Criar outra senha:
https://prompteca.exemplo/forgot-password`,
  ],
  "a login on a new device by an issuer": [
    notice({ kind: "new-device", ...security, issuer: "Google" }),
    "Novo acesso à sua conta na Prompteca",
    `Alguém entrou na sua conta, com Google, em um aparelho que ainda não tinha sido usado com ela.

Quando: 22 de novembro de 2026 às 22:04 (horário de Brasília)

Aparelho: Firefox no Linux

Foi você? Então não precisa fazer nada. Não foi você? Crie outra senha agora. Isso encerra todas as sessões abertas e desvincula Google da sua conta.

Criar outra senha:
https://prompteca.exemplo/forgot-password`,
  ],
  "a login by a passkey on a new device": [
    notice({ kind: "passkey-used", ...security }),
    "Novo acesso à sua conta na Prompteca",
    `Alguém entrou na sua conta, com uma chave de acesso, em um aparelho que ainda não tinha sido usado com ela.

Quando: 22 de novembro de 2026 às 22:04 (horário de Brasília)

Aparelho: Firefox no Linux

Foi você? Então não precisa fazer nada. Não foi você? Encerre essa sessão nas configurações e remova a chave.

Ver as chaves de acesso:
https://prompteca.exemplo/settings#chaves-de-acesso`,
  ],
  "a new passkey": [
    notice({ kind: "passkey-made", ...security }),
    "Nova chave de acesso na sua conta da Prompteca",
    `Foi criada uma chave de acesso na sua conta. Quem tem a chave entra sem a sua senha.

Quando: 22 de novembro de 2026 às 22:04 (horário de Brasília)

Aparelho: Firefox no Linux

Foi você? Então não precisa fazer nada. Não foi você? Remova a chave nas configurações e altere a senha.

Ver as chaves de acesso:
https://prompteca.exemplo/settings#chaves-de-acesso`,
  ],
  "a removed passkey": [
    notice({ kind: "passkey-removed", ...security }),
    "Uma chave de acesso da sua conta na Prompteca foi removida",
    `Uma chave de acesso da sua conta foi removida, e as sessões abertas com ela em outros aparelhos, encerradas.

Quando: 22 de novembro de 2026 às 22:04 (horário de Brasília)

Aparelho: Firefox no Linux

Foi você? Então não precisa fazer nada. Não foi você? Encerre as sessões que não reconhece, nas configurações, e altere a senha.

Ver as chaves de acesso:
https://prompteca.exemplo/settings#chaves-de-acesso`,
  ],
  "a copied passkey": [
    notice({ kind: "passkey-copied", ...security }),
    "Uma chave de acesso da sua conta na Prompteca pode ter sido copiada",
    `Recusamos uma entrada na sua conta: o contador da chave de acesso andou para trás, o que acontece quando alguém a copiou.

Quando: 22 de novembro de 2026 às 22:04 (horário de Brasília)

Aparelho: Firefox no Linux

Foi você? Então não precisa fazer nada. Não foi você? Remova a chave nas configurações e crie outra.

Ver as chaves de acesso:
https://prompteca.exemplo/settings#chaves-de-acesso`,
  ],
  "the first passkey of staff": [
    notice(firstPasskey("um_token-43")),
    "Crie sua chave de acesso na Prompteca",
    `Você cuida da Prompteca, e por isso a senha não basta para criar sua primeira chave de acesso. Abra o link no aparelho em que você entrou. Ele vale por uma hora.

Criar chave de acesso:
https://prompteca.exemplo/settings?token_hash=um_token-43

Não foi você? Então alguém sabe a sua senha: altere-a agora, nas configurações.`,
  ],
  "passkeys that will be removed": [
    notice(resetAsked(new Date("2026-11-23T01:04:00Z"))),
    "Suas chaves de acesso na Prompteca vão ser removidas",
    `A administração pediu a remoção de todas as suas chaves de acesso, como se faz quando alguém as perde.

Elas são removidas em 22 de novembro de 2026 às 22:04 (horário de Brasília). A senha continua a mesma.

Foi você quem pediu? Então não precisa fazer nada. Não foi você? Impeça a remoção antes disso, nas configurações.

Ver e impedir:
https://prompteca.exemplo/settings#chaves-de-acesso`,
  ],
  "passkeys whose removal was stopped": [
    notice(resetStopped()),
    "A remoção das suas chaves de acesso na Prompteca foi impedida",
    `Alguém na sua conta impediu a remoção das chaves de acesso que a administração tinha pedido.

Foi você? Então não precisa fazer nada. Não foi você? Altere a senha agora, o que encerra todas as outras sessões abertas.

Ver as chaves de acesso:
https://prompteca.exemplo/settings#chaves-de-acesso`,
  ],
  "passkeys that are not removed, as their owner moderates no more": [
    notice(resetDropped()),
    "Suas chaves de acesso na Prompteca não vão ser removidas",
    `Você não modera mais a Prompteca, e por isso a administração não remove mais as suas chaves de acesso.

Perdeu alguma delas? Entre com a senha e remova-a nas configurações.

Ver as chaves de acesso:
https://prompteca.exemplo/settings#chaves-de-acesso`,
  ],
  "passkeys that were removed": [
    notice(resetDone()),
    "Suas chaves de acesso na Prompteca foram removidas",
    `Como a administração pediu, suas chaves de acesso foram removidas, e todas as suas sessões, encerradas.

Criar outra chave:
https://prompteca.exemplo/settings#chaves-de-acesso`,
  ],
  "an issuer that asks to be linked": [
    notice({ kind: "identity-link", issuer: "Google", path: "/vincular?token_hash=um_token-43" }),
    "Vincule Google à sua conta da Prompteca",
    `Alguém entrou com Google, com este e-mail, e pediu para vincular esse acesso à sua conta. Depois de vinculado, ele abre a sua conta sem a senha.

Se foi você, abra o link no mesmo navegador em que começou.

Vincular à minha conta:
https://prompteca.exemplo/vincular?token_hash=um_token-43

O link vale por até 30 minutos e só funciona no navegador em que o pedido foi feito.

Não foi você? Ignore esta mensagem: nada muda na sua conta.`,
  ],
  "a name that the move has changed": [
    notice(renamedNotice("ana", "ana-2")),
    "Seu nome de usuário na Prompteca mudou",
    `O site mudou de casa. Sua conta veio inteira: prompts, curtidas e favoritos, e você entra com a mesma senha.

Só o nome de usuário precisou mudar, porque outra pessoa tem um igual ou parecido, ou porque as regras de hoje não permitem o antigo. Era ana, agora é ana-2.

Escolher outro nome:
https://prompteca.exemplo/profile`,
  ],
  "a night without a backup, to the admin": [
    notice(alarmLetter("backup", NIGHT, null, "disco cheio"), ""),
    "A cópia de segurança da Prompteca não foi feita",
    `A cópia de segurança de 22 de novembro de 2026 às 03:30 (horário de Brasília) não foi feita.

Motivo: disco cheio

Ainda não há nenhuma.

No servidor, “prompteca-admin doctor” diz o que está errado, e “prompteca-admin backup” faz uma agora.

Ver a saúde do site:
https://prompteca.exemplo/admin/health

Enquanto continuar assim, avisamos uma vez por noite.`,
    "Olá",
  ],
  "a backup that was not copied, to the admin": [
    notice(alarmLetter("copy", NIGHT, new Date("2026-11-20T06:31:00Z")), ""),
    "A cópia de segurança não saiu do servidor",
    `A cópia de segurança de 22 de novembro de 2026 às 03:30 (horário de Brasília) não foi guardada fora do servidor.

A última guardada fora é de 20 de novembro de 2026 às 03:31.

No servidor, “prompteca-admin doctor” diz o que está errado, e “prompteca-admin backup” faz uma agora.

Ver a saúde do site:
https://prompteca.exemplo/admin/health

Enquanto continuar assim, avisamos uma vez por noite.`,
    "Olá",
  ],
  "an account that its owner deleted": [
    notice({ kind: "left", prompts: 1234 }),
    "Sua conta na Prompteca foi excluída",
    `Como você pediu, excluímos a sua conta e tudo o que era dela: 1.234 prompts com as imagens, curtidas, favoritos, respostas, coleções e sessões.

Ir para a Prompteca:
https://prompteca.exemplo

Este é o último e-mail que enviamos para este endereço por causa dessa conta.

Se não foi você quem pediu, escreva para oi@prompteca.exemplo e conte o que aconteceu.`,
  ],
  "a visitor's report": [
    notice(confirmationRequest("BCDF234567", "um-token"), ""),
    "Confirme sua denúncia na Prompteca",
    `Recebemos uma denúncia com este e-mail. Confirme que é sua para que a moderação a analise.

Código da denúncia: BCDF234567. Guarde-o: com ele você acompanha o andamento.

Confirmar a denúncia:
https://prompteca.exemplo/denuncias/BCDF234567?token=um-token

O link vale por 7 dias. A pessoa denunciada não fica sabendo quem denunciou.

Não foi você? Ignore esta mensagem: sem a confirmação, a denúncia é apagada.`,
    "Olá",
  ],
  "a member's report": [
    notice(receiptLetter("BCDF234567")),
    "Recebemos sua denúncia na Prompteca",
    `Recebemos sua denúncia. A moderação vai analisá-la, e você recebe um e-mail com a decisão e o motivo.

Código da denúncia: BCDF234567.

Acompanhar a denúncia:
https://prompteca.exemplo/denuncias/BCDF234567

A pessoa denunciada não fica sabendo quem denunciou.`,
  ],
  "an urgent report, to the admin": [
    notice(urgentLetter("child")),
    "Denúncia urgente na Prompteca",
    `Chegou uma denúncia confirmada da categoria “Crianças e adolescentes”. O prazo para decidir é de 2 horas.

Em geral, o que é denunciado assim já está oculto até a decisão; a fila diz se isto está.

Abrir a fila de denúncias:
https://prompteca.exemplo/admin/denuncias`,
  ],
  "a picture like a removed one, to the admin": [
    notice(alikeLetter("copyright")),
    "Imagem parecida com uma removida na Prompteca",
    `A imagem de um prompt se parece com uma que foi removida (“Direitos autorais”). Veja se é a mesma: o prazo é de 168 horas.

O prompt continua no site até a decisão.

Abrir a fila de denúncias:
https://prompteca.exemplo/admin/denuncias`,
  ],
  "a new moderator": [
    notice(
      namedLetter(
        [],
        [
          { name: "Google", email: "ana@gmail.example" },
          { name: "Escola", email: "ana@escola.example" },
        ],
      ),
    ),
    "Você agora modera a Prompteca",
    `A administração da Prompteca nomeou você para a moderação. A partir de agora, você vê a fila de denúncias e decide sobre os casos, menos os que são sobre você ou que você denunciou.

Cada decisão precisa do motivo e, se oculta, remove, adverte ou bloqueia, também da regra descumprida. Chega por e-mail a quem ela diz respeito e pode ser desfeita.

Quem entra com estas contas vinculadas também abre a sua: Google (ana@gmail.example); Escola (ana@escola.example). Não reconhece alguma? Desvincule-a nas configurações.

Abrir a fila de denúncias:
https://prompteca.exemplo/admin/denuncias

Não quer moderar? Avise a administração, que desfaz a nomeação.`,
  ],
  "a prompt that was hidden": [
    toAuthor({ action: "hide" }),
    "Seu prompt foi ocultado na Prompteca",
    `O seu prompt “Ouro fácil” foi ocultado: ninguém o vê, mas ele não foi apagado.

${BY_A_PERSON}

${SEE_NOTICES}

${APPEAL_UNTIL}`,
  ],
  "a prompt that was hidden at once": [
    toAuthor({ action: "hide", decided_as: "automatic", ground: "none" }, false),
    "Seu prompt na Prompteca está oculto até ser analisado",
    `O seu prompt “Ouro fácil” está oculto para todas as pessoas até que a moderação decida.

Motivo: Vende seguidores.

Isso foi feito automaticamente; uma pessoa ainda vai decidir.

${SEE_NOTICES}`,
  ],
  "a prompt that was removed": [
    toAuthor({ action: "remove", delete_at: new Date("2026-12-01T15:00:00Z") }),
    "Seu prompt foi removido da Prompteca",
    `O seu prompt “Ouro fácil” foi removido do site. Ele pode ser restaurado até 1º de dezembro de 2026; depois é apagado para sempre.

${BY_A_PERSON}

${SEE_NOTICES}

${APPEAL_UNTIL}`,
  ],
  "a prompt that is back": [
    toAuthor({ action: "restore", ground: "none", undid: ["remove", "warn"] }, false),
    "Seu prompt na Prompteca: a decisão foi desfeita",
    `Uma decisão da moderação sobre o seu prompt “Ouro fácil” foi desfeita. O prompt voltou ao site. A advertência deixou de valer.

Motivo: Vende seguidores.

Quem decidiu foi uma pessoa da moderação, não um sistema automático.

${SEE_NOTICES}`,
  ],
  "a collection that was withdrawn": [
    toAuthor({ action: "hide", prompt_id: null, collection_id: 3 }),
    "Sua coleção foi ocultada na Prompteca",
    `A sua coleção “Ouro fácil” foi ocultada: só você a vê, mas ela não foi apagada.

${BY_A_PERSON}

${SEE_NOTICES}

${APPEAL_UNTIL}`,
  ],
  "an answer that was removed": [
    toAuthor({
      action: "remove",
      prompt_id: null,
      result_id: 3,
      delete_at: new Date("2026-12-01T15:00:00Z"),
    }),
    "Sua resposta foi removida da Prompteca",
    `A sua resposta sobre o prompt “Ouro fácil” foi removida do site. Ela pode ser restaurada até 1º de dezembro de 2026; depois é apagada para sempre.

${BY_A_PERSON}

${SEE_NOTICES}

${APPEAL_UNTIL}`,
  ],
  "a warning because of a prompt": [
    toAuthor({ action: "warn" }),
    "Advertência da moderação da Prompteca",
    `Você recebeu uma advertência por causa do prompt “Ouro fácil”.

${BY_A_PERSON}

${SEE_NOTICES}

${APPEAL_UNTIL}`,
  ],
  "a prompt that stays": [
    toAuthor({ action: "keep", ground: "none" }, false),
    "Seu prompt na Prompteca: nada muda",
    `O seu prompt “Ouro fácil” foi analisado e continua no site.

Motivo: Vende seguidores.

Quem decidiu foi uma pessoa da moderação, não um sistema automático.

${SEE_NOTICES}`,
  ],
  "an account that was blocked": [
    toAuthor({ action: "block", ...account }, true, true),
    "Sua conta na Prompteca foi bloqueada",
    `A moderação bloqueou a sua conta. Enquanto ela estiver bloqueada, você não pode entrar.

${BY_A_PERSON}

Ver o que você pode fazer:
https://prompteca.exemplo/blocked-account

Se você não concorda, pode contestar uma vez até 21 de novembro de 2026, com seu e-mail e sua senha, pelo link acima.

Na mesma página você pode baixar uma cópia dos seus dados ou excluir a conta.`,
  ],
  "an account that was blocked, and its prompts removed": [
    toAuthor({ action: "block", ...account, delete_at: new Date("2026-12-01T15:00:00Z") }, false, true),
    "Sua conta na Prompteca foi bloqueada e o conteúdo, removido",
    `A moderação bloqueou a sua conta e removeu do site os seus prompts, que podem ser restaurados até 1º de dezembro de 2026; depois são apagados para sempre. Enquanto ela estiver bloqueada, você não pode entrar. Suas curtidas e seus favoritos continuam como estavam.

${BY_A_PERSON}

Ver o que você pode fazer:
https://prompteca.exemplo/blocked-account

Na mesma página você pode baixar uma cópia dos seus dados ou excluir a conta.`,
  ],
  "an account that was removed": [
    toAuthor({ action: "remove", ...account, delete_at: new Date("2026-12-01T15:00:00Z") }, false, true),
    "Sua conta foi removida da Prompteca",
    `A sua conta foi removida do site, com os seus prompts, e você não pode entrar. Tudo pode ser restaurado até 1º de dezembro de 2026; depois é apagado para sempre.

${BY_A_PERSON}

Ver o que você pode fazer:
https://prompteca.exemplo/blocked-account

Na mesma página você pode baixar uma cópia dos seus dados ou excluir a conta.`,
  ],
  "an account that is back, its prompts not": [
    toAuthor(
      { action: "restore", ground: "none", ...account, undid: ["remove", "block"], still: ["away"] },
      false,
    ),
    "Sua conta na Prompteca: a decisão foi desfeita",
    `Uma decisão da moderação sobre a sua conta foi desfeita. A conta voltou ao site, mas outra decisão mantém os prompts fora dele. A conta foi desbloqueada.

Motivo: Vende seguidores.

Quem decidiu foi uma pessoa da moderação, não um sistema automático.

${SEE_NOTICES}`,
  ],
  "paused reporting": [
    toAuthor({ action: "pause", ground: "reports", ...account }, false),
    "Suas denúncias na Prompteca estão pausadas",
    `Você não pode denunciar até 1º de dezembro de 2026, por causa de uma denúncia que fez. O que é urgente você ainda pode: imagem íntima, crianças e adolescentes, violência ou perigo.

Regra dos Termos de Uso: Não é permitido denunciar de má-fé: sabendo que não há motivo, ou para perseguir alguém.

Motivo: Vende seguidores.

Quem decidiu foi uma pessoa da moderação, não um sistema automático.

${SEE_NOTICES}`,
  ],
  "a warning because of a report": [
    toAuthor({ action: "warn", ground: "reports", ...account }, false),
    "Advertência da moderação da Prompteca",
    `Você recebeu uma advertência por causa de uma denúncia que fez.

Regra dos Termos de Uso: Não é permitido denunciar de má-fé: sabendo que não há motivo, ou para perseguir alguém.

Motivo: Vende seguidores.

Quem decidiu foi uma pessoa da moderação, não um sistema automático.

${SEE_NOTICES}`,
  ],
  "a report that was decided": [
    toReporter({ action: "keep", ground: "none" }),
    "Sua denúncia na Prompteca foi decidida",
    `A moderação analisou o que você denunciou e decidiu manter.

Motivo: Vende seguidores.

Quem decidiu foi uma pessoa da moderação, não um sistema automático.

Código da denúncia: BCDF234567.

Ver a denúncia:
https://prompteca.exemplo/denuncias/BCDF234567

Se você não concorda, pode contestar uma vez até 21 de novembro de 2026, na página da denúncia.`,
  ],
  "a report whose decision was undone": [
    toReporter({ action: "restore", ground: "none", undid_there: ["hide"], still: ["away"] }, false),
    "Sua denúncia na Prompteca foi decidida",
    `A moderação desfez uma decisão anterior sobre o que você denunciou. A decisão sobre o prompt deixou de valer, mas outra o mantém fora do site.

Motivo: Vende seguidores.

Quem decidiu foi uma pessoa da moderação, não um sistema automático.

Código da denúncia: BCDF234567.

Ver a denúncia:
https://prompteca.exemplo/denuncias/BCDF234567`,
  ],
  "one week's news": [
    weekly([news("Receita de bolo", { note: "Ficou ótimo." })], false),
    "Novidades: “Receita de bolo”",
    `Desde 1º de novembro de 2026, há 1 novidade das pessoas, coleções e tags que você segue.

Receita de bolo
Caio publicou
“Ficou ótimo.”
https://prompteca.exemplo/prompts/12

Ver as novidades:
https://prompteca.exemplo/novidades

Você pediu este e-mail em “Novidades”: no máximo um por semana, e nenhum quando não há nada novo.
Não quero mais receber:
https://prompteca.exemplo/novidades/sair?token=abc`,
  ],
  "more news than fit": [
    weekly(
      [
        news("Receita de bolo", { tag: { slug: "cozinha", name: "Cozinha" } }),
        news("Roteiro", { collection: { title: "Viagens" } }),
      ],
      true,
    ),
    "Novidades: “Receita de bolo” e outras",
    `Desde 1º de novembro de 2026, há muitas novidades das pessoas, coleções e tags que você segue. Estas são as 2 mais recentes.

Receita de bolo
Caio publicou com a tag “Cozinha”
https://prompteca.exemplo/prompts/12

Roteiro
Adicionado a “Viagens” · por Caio
https://prompteca.exemplo/prompts/12

Ver as novidades:
https://prompteca.exemplo/novidades

Você pediu este e-mail em “Novidades”: no máximo um por semana, e nenhum quando não há nada novo.
Não quero mais receber:
https://prompteca.exemplo/novidades/sair?token=abc`,
  ],
};

test.each(Object.entries(MAILS))("the mail of %s", (_what, [mail, subject, text, heading = "Olá, Ana"]) => {
  expect(mail.subject).toBe(subject);
  expect(mail.text).toBe(`${heading}\n\n${text}\n\nPrompteca\nhttps://prompteca.exemplo\n`);
  // Every sentence and address stands in the other form of the mail, too.
  const html = mail.html.replaceAll("&amp;", "&").replaceAll("&quot;", '"').replaceAll("&#39;", "'");
  for (const line of text.split("\n").filter(Boolean)) expect(html).toContain(line.replace(/:$/, ""));
});

test("every mail that the sources write is among them, but the doctor's own", () => {
  const subjects = new Set(Object.values(MAILS).map(([, subject]) => subject));
  const missing = globSync("src/*/server/**/*.ts")
    .concat(globSync("src/app/operations/**/*.ts"))
    .filter((file) => !file.endsWith(".test.ts"))
    .flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/\bsubject: "([^"]+)"/g)].map(([, subject = ""]) => subject),
    )
    .filter((subject) => !subjects.has(subject));
  expect(missing).toEqual(["Teste de e-mail da Prompteca"]);
});
