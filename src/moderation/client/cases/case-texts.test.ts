/** Statements of the case screen about its target and decisions. */
import { expect, test } from "vitest";
import type { CaseDetail } from "#moderation/cases-contract.ts";
import { effectOf, readersOf, whereabouts } from "./case-texts.ts";

const author = { id: "7", username: "Beto" };
const history = { prompts: 3, decisions: {}, blocked: false, removed: false, member_since: "2026-01-01" };
/** A public prompt that was reported. */
const reported = {
  ...{ target: { type: "prompt", id: "1", label: "Jabuti", author }, category: "spam", state: "open" },
  ...{ reports: 1, appeals: 0, appeals_list: [], hidden: false, hidden_with_author: false },
  ...{ current: {}, path: "/prompts/1", history },
} as unknown as CaseDetail;
const list = { ...reported, target: { type: "collection", id: "1", label: "Jabutis", author } } as CaseDetail;
const hidden = { ...reported, hidden: true };
const inReview = { ...hidden, category: null, reports: 0 };
const account = { ...reported, target: { type: "user", id: "7", label: "Beto", author } } as CaseDetail;
const removed = { ...history, blocked: true, removed: true };
const withAuthor = { ...reported, hidden_with_author: true, history: removed };

test.each<[string, CaseDetail]>([
  ["Está no site agora", reported],
  ["Está fora do site agora", hidden],
  ["Está fora do site agora, com tudo de quem publicou", withAuthor],
  ["", { ...reported, current: null }],
  ["Não aparece no site agora", { ...list, path: null }],
  ["", account],
  ["Conta bloqueada agora", { ...account, hidden: true, history: { ...history, blocked: true } }],
  ["Conta removida agora", { ...account, hidden: true, history: removed }],
])("says %j", (sentence, found) => {
  expect(whereabouts(found)).toBe(sentence);
});

test.each<[string, Parameters<typeof effectOf>[0], CaseDetail]>([
  ["Nada muda no site.", "keep", reported],
  ["Nada muda no site.", "keep", { ...account, hidden: true }],
  ["Volta a aparecer para todos, com curtidas e favoritos.", "keep", hidden],
  ["Aparece para todos.", "keep", inReview],
  ["Aparece para todos, quando a conta de quem publicou voltar.", "keep", { ...inReview, history: removed }],
  ["Volta a aparecer para todos.", "keep", { ...list, hidden: true }],
  ["Sai do site para todos. A coleção fica guardada até", "hide", list],
  ["Sai do site agora a coleção. Dá para restaurar até", "remove", list],
  ["Desfaz a decisão que ocultou ou removeu a coleção", "restore", list],
  ["Sai do site para todos. Curtidas", "hide", reported],
  ["Continua fora do site. Curtidas", "hide", inReview],
  ["Continua fora do site. Curtidas", "hide", withAuthor],
  ["Saem do site agora o prompt", "remove", reported],
  ["Continuam fora do site o prompt", "remove", inReview],
  ["Beto não pode mais entrar, e a conta sai do site", "remove", account],
  [
    "Desfaz a remoção ou o bloqueio mais recente; se não há nenhum,",
    "restore",
    { ...account, hidden: true, history: removed },
  ],
  [
    "Desfaz a decisão que ocultou ou removeu o prompt ou bloqueou a conta; se não há nenhuma, a advertência. O que saiu volta como era, com curtidas e favoritos, quando a conta",
    "restore",
    { ...hidden, history: removed },
  ],
])("tells %j of the decision %j", (sentence, action, found) => {
  expect(effectOf(action, found, "spam").startsWith(sentence)).toBe(true);
});

const contested = [{ side: "author", outcome: null }] as CaseDetail["appeals_list"];

test.each<[string, Parameters<typeof readersOf>[0], CaseDetail]>([
  ["Por e-mail, quem publicou e quem denunciou recebem este texto.", "", reported],
  ["Por e-mail, quem publicou e quem denunciou recebem este texto.", "remove", reported],
  ["Por e-mail, quem denunciou recebe este texto.", "keep", reported],
  ["Por e-mail, quem publicou e quem denunciou recebem este texto.", "keep", hidden],
  [
    "Por e-mail, quem publicou e quem denunciou recebem este texto.",
    "keep",
    { ...reported, appeals_list: contested },
  ],
  ["Por e-mail, Beto e quem denunciou recebem este texto.", "block", account],
  ["Por e-mail, quem publicou recebe este texto.", "remove", inReview],
  ["Este texto fica no registro; ninguém o recebe.", "keep", inReview],
])("says %j of the decision %j", (sentence, action, found) => {
  expect(readersOf(action, found)).toBe(sentence);
});
