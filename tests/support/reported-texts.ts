/** Answers about prompts and public collections for API tests of moderation: created, reported, decided on. */
import { beforeAll, expect } from "vitest";
import { setUpAccountsSite } from "./accounts.ts";
import { publishPrompt } from "./prompts.ts";
import { caseOf, report } from "./reports.ts";
import { createUser, type TestUser } from "./users.ts";

export interface Subject {
  type: "result" | "collection";
  id: number;
  author: TestUser;
  promptId: number;
}
export const TYPES = ["result", "collection"] as const;
export const NOTE = "Compre na minha loja.";
/** A case's snapshot of each type. */
export const SNAPSHOTS = {
  result: { content: NOTE, model: "GPT-5", outcome: "failed", title: null, entries: null },
  collection: {
    title: "Minha loja",
    description: "Tudo barato.",
    entries: [{ title: "Retrato na praia", note: NOTE, prompt_id: expect.any(Number) }],
  },
};

/** A site for the tests of a file: who moderates, who reports, and who has published what the answers are about. */
export function setUpReportedTexts() {
  const site = setUpAccountsSite();
  const { call, sql } = site;
  const people = {} as Record<"admin" | "marta" | "beto" | "publisher", TestUser>;
  beforeAll(async () => {
    people.admin = await createUser(site.ctx, {
      username: "Administradora",
      email: site.ctx.config.adminEmail,
    });
    people.marta = await createUser(site.ctx, { username: "Marta" });
    people.beto = await createUser(site.ctx, { username: "Beto" });
    people.publisher = await createUser(site.ctx, { username: "Paula" });
    await call("PUT", `/api/admin/moderators/${people.marta.id}`, people.admin);
  });

  /** Somebody with an account that is old enough to answer. */
  async function member(): Promise<TestUser> {
    const user = await createUser(site.ctx);
    await sql("update users set created_at = now() - interval '2 days' where id = $1", user.id);
    return user;
  }

  const say = (author: TestUser, promptId: number, note = NOTE) =>
    call("PUT", `/api/prompts/${promptId}/result`, author, { model: "GPT-5", outcome: "failed", note });

  /** Texts of a person with their author: an answer with a note, or a public collection with one. */
  const SUBJECTS: Record<Subject["type"], () => Promise<Subject>> = {
    async result() {
      const author = await member();
      const { id: promptId } = await publishPrompt(site, people.publisher, { title: "Retrato na praia" });
      expect((await say(author, promptId)).statusCode).toBe(200);
      const [{ id }] = await sql("select id from results where user_id = $1", author.id);
      return { type: "result", id, author, promptId };
    },
    async collection() {
      const author = await member();
      const { id: promptId } = await publishPrompt(site, people.publisher, { title: "Retrato na praia" });
      const texts = { title: "Minha loja", description: "Tudo barato.", is_public: true };
      const { id } = (await call("POST", "/api/collections", author, texts)).json();
      await call("PUT", `/api/collections/${id}/items/${promptId}`, author, { note: NOTE });
      return { type: "collection", id, author, promptId };
    },
  };
  const create = (type: Subject["type"]) => SUBJECTS[type]();

  /** Whether everybody sees it. */
  async function isShown({ type, id, promptId }: Subject): Promise<boolean> {
    if (type === "collection") return (await call("GET", `/api/collections/${id}`)).statusCode === 200;
    const [{ shown }] = await sql("select shown from results where id = $1", id);
    const [{ answered_count }] = await sql(
      "select answered_count from prompt_stats where prompt_id = $1",
      promptId,
    );
    expect(answered_count).toBe(shown ? 1 : 0);
    return shown;
  }

  const reportIt = ({ type, id }: Subject, who = people.beto, fields = {}) =>
    report(site, who, id, { target_type: type, ...fields });
  const detailOf = async (subject: Subject, who = people.admin) => {
    const { id } = await caseOf(site, subject);
    return (await call("GET", `/api/admin/cases/${id}`, who)).json();
  };
  const noticesOf = async (who: TestUser) => (await call("GET", "/api/notices", who)).json();
  const contest = (who: TestUser, decision: number) =>
    call("POST", `/api/decisions/${decision}/appeal`, who, { text: "Não é propaganda." });

  const body = async ({ type, id }: Subject) => ({
    ...{ target_type: type, target_id: id, category: "spam" },
    ...{ explanation: "É propaganda.", standing: "anyone" },
  });
  return { site, people, say, create, isShown, reportIt, detailOf, noticesOf, contest, body };
}
