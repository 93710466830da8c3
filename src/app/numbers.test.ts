/**
 * All limits, deadlines and sizes of pages, pinned by hand: elsewhere tests may read a number from the constant that they
 * test. Whoever changes one changes it here, and sees what the specification, a decision or a legal page says of it. A new
 * one is missing here until it is pinned.
 */
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { CATEGORIES } from "#moderation/contract.ts";
import { RATE_LIMITS } from "#platform/http/rate-limits.ts";
import { TEXT_LIMITS } from "#prompts/catalog.ts";

const SOURCES = globSync("src/**/*.{ts,tsx}", { cwd: process.cwd() })
  .filter((file) => !/\.test\.|\/(?:dev|gen)\//.test(file))
  .sort();
/** Files that server and browser share: all numbers there are limits. */
const SHARED = /^src\/[^/]+\/(?:(?:[a-z]+-)?contract|catalog|limits|format|preview)\.ts$/;

/** Every number of those files, and every time that has its unit in its name. */
test("limits and deadlines", () => {
  const found: Record<string, unknown> = {};
  for (const file of SOURCES) {
    const source = readFileSync(file, "utf8");
    for (const [, name = "", written = ""] of source.matchAll(
      /^(?:export )?const ([A-Z][A-Z\d_]*) = (\d[\d_]*(?: \* \d[\d_]*)*);$/gm,
    )) {
      const isTime = /_(?:SECONDS|MINUTES|HOURS|DAYS|WEEKS|MONTHS|YEARS)$/.test(name);
      if (!SHARED.test(file) && !isTime) continue;
      const key = `${file.split("/")[1]} ${name}`;
      if (key in found) throw new Error(`${key}: two numbers of one name`);
      found[key] = written
        .replaceAll("_", "")
        .split(" * ")
        .reduce((product, factor) => product * Number(factor), 1);
    }
  }
  for (const [field, length] of Object.entries(TEXT_LIMITS)) found[`length of ${field}`] = length;
  for (const [name, { hours }] of Object.entries(CATEGORIES)) found[`hours for ${name}`] = hours;
  expect(found).toEqual({
    "accounts RESEND_COOLDOWN_SECONDS": 300,
    "accounts TIMEOUT_SECONDS": 5,
    "accounts TYPED_PASSWORD": 1000,
    "accounts MOST_KEYS": 20,
    "accounts MOST_PASSKEYS": 10,
    "accounts ACCESS_TOKEN_SECONDS": 3600,
    "accounts JWKS_SECONDS": 600,
    "accounts REREAD_SECONDS": 300,
    "accounts TRUST_SECONDS": 3600,
    "accounts REUSE_SECONDS": 10,
    "admin ADMIN_PAGE_SIZE": 30,
    "admin HISTORY_DAYS": 364,
    "admin PROMPTS_REACH": 1000,
    "admin REASON_LENGTH": 500,
    "admin SEARCH_LENGTH": 200,
    "admin TAGS_REACH": 10_000,
    "app LONGEST_HOURS": 12,
    "app LATE_HOURS": 26,
    "collections DESCRIPTION_LENGTH": 500,
    "collections MOST_COLLECTIONS": 50,
    "collections MOST_FOLLOWS": 200,
    "collections MOST_ITEMS": 200,
    "collections MOST_NAMED": 5,
    "collections NEWS_PAGE_SIZE": 20,
    "collections NOTE_LENGTH": 280,
    "collections PICTURES": 3,
    "collections PUBLIC_PAGE_SIZE": 12,
    "collections PUBLIC_REACH": 500,
    "collections TITLE_LENGTH": 80,
    "exchange FORMAT_VERSION": 1,
    "exchange MOST_AT_ONCE": 200,
    "exchange MOST_A_DAY": 200,
    "exchange MOST_BYTES": 10_000_000,
    "exchange MOST_CHARACTERS": 5_000_000,
    "exchange MOST_FILES": 2000,
    "exchange MOST_PREVIEWED": 2000,
    "exchange MOST_READ": 5000,
    "exchange UNDO_HOURS": 24,
    "exchange KEPT_DAYS": 2,
    "hours for child": 2,
    "hours for copyright": 168,
    "hours for hate": 24,
    "hours for intimate": 2,
    "hours for other": 168,
    "hours for personal_data": 24,
    "hours for spam": 168,
    "hours for violence": 24,
    "length of change_note": 140,
    "length of content": 20_000,
    "length of description": 1000,
    "length of image_alt": 300,
    "length of last_edit": 40,
    "length of remix_note": 280,
    "length of search": 200,
    "length of tag": 30,
    "length of title": 120,
    "mcp ANSWER_TIME": 25_000,
    "mcp EXCERPT_LENGTH": 280,
    "mcp LISTED_PROMPTS": 25,
    "mcp LONGEST_FILLED": 100_000,
    "mcp LONGEST_NAME": 120,
    "mcp LONGEST_VALUE": 4000,
    "mcp MESSAGE_BYTES": 131_072,
    "mcp MOST_ARGUMENTS": 40,
    "mcp MOST_BATCHED": 10,
    "mcp BATCH_BYTES": 500_000,
    "mcp MOST_NAMES": 200,
    "mcp MOST_PAGES": 50,
    "mcp MOST_RESULTS": 20,
    "mcp MOST_VALUES": 100,
    "mcp USUAL_RESULTS": 10,
    "media MAX_IMAGE_BYTES": 5_242_880,
    "media MAX_IMAGE_SIDE": 16_383,
    "media PREVIEW_HEIGHT": 630,
    "media PREVIEW_WIDTH": 1200,
    "media ABANDONED_PICTURE_SECONDS": 3600,
    "moderation APPEAL_DAYS": 20,
    "moderation APPEAL_HOURS": 168,
    "moderation APPEAL_LENGTH": 2000,
    "moderation CASE_APPEALS": 100,
    "moderation CONFIRMATION_DAYS": 7,
    "moderation DECISION_REASON_LENGTH": 1000,
    "moderation EXPLANATION_LENGTH": 2000,
    "moderation MODERATION_PAGE_SIZE": 30,
    "moderation MODERATOR_HOURS": 72,
    "moderation MOST_REASON_TEXTS": 100,
    "moderation MOST_TOGETHER": 20,
    "moderation NAMES_MONTHS": 12,
    "moderation PAUSE_DAYS": 30,
    "moderation PRESERVED_MONTHS": 6,
    "moderation REASON_TITLE_LENGTH": 60,
    "moderation REPORTER_NAME_LENGTH": 100,
    "moderation RESTORE_DAYS": 30,
    "moderation REVIEW_HOURS": 24,
    "moderation URGENT_HOURS": 2,
    "platform JOB_HEARTBEAT_SECONDS": 20,
    "platform SUPERVISION_SECONDS": 5,
    "library CONFIRMED_DAYS": 90,
    "prompts INDEXED_FROM": 3,
    "prompts LIBRARY_PAGE_SIZE": 12,
    "prompts MOST_SUGGESTIONS": 6,
    "prompts MOST_TAGS": 5,
    "prompts RELATED_SIZE": 4,
    "prompts SEARCH_REACH": 1000,
    "prompts SHORTEST_TAG": 2,
    "prompts TAGS_PAGE_SIZE": 24,
    "prompts TAG_PICTURES": 3,
    "prompts UNDO_MINUTES": 10,
    "library TRENDING_SIZE": 6,
    "results FIRST_DAY_MS": 86_400_000,
    "results MODELS_PER_PERSON": 10,
    "results MODEL_KEY_LENGTH": 160,
    "results MODEL_LENGTH": 40,
    "results MOST_MODELS": 12,
    "results NOTES_PAGE": 10,
    "results NOTE_LENGTH": 280,
    "results RESULTS_FROM": 3,
  });
});

test("times in SQL", () => {
  const found: Record<string, string[]> = {};
  for (const file of SOURCES.filter((file) => file.endsWith(".queries.ts"))) {
    const times = [...readFileSync(file, "utf8").matchAll(/(?<!\* )interval '([^']+)'/g)].map(
      ([, time = ""]) => time,
    );
    if (times.length) found[file.slice(4)] = times;
  }
  expect(found).toEqual({
    "accounts/server/api-keys/api-keys.queries.ts": ["1 minute", "90 days"],
    "accounts/server/devices/known-devices.queries.ts": ["365 days"],
    "accounts/server/identities/flows.queries.ts": ["5 minutes", "30 minutes"],
    "accounts/server/passkeys/passkeys.queries.ts": ["1 day", "1 day"],
    "accounts/server/records/access-records.queries.ts": ["6 months"],
    "accounts/server/sessions/sessions.queries.ts": ["90 days"],
    "accounts/server/sign-up/barred-addresses.queries.ts": ["183 days"],
    "accounts/server/users/users.queries.ts": ["2 days"],
    "accounts/server/users/users.shared.queries.ts": ["1 day"],
    "collections/server/news-mails/news-mails.queries.ts": ["7 days"],
    "exchange/server/imports.queries.ts": ["24 hours"],
    "prompts/server/pictures.queries.ts": ["1 hour"],
    "prompts/server/tags.queries.ts": ["1 day"],
    "prompts/server/views.queries.ts": ["30 minutes", "30 minutes"],
  });
});

/** Calls per seconds. */
test("limits of calls", () => {
  const found = Object.fromEntries(
    Object.entries(RATE_LIMITS).map(([name, { points, duration }]) => [name, `${points} / ${duration}`]),
  );
  expect(found).toEqual({
    answerPerAccount: "30 / 600",
    appealPerAccount: "20 / 3600",
    appealPerAddress: "20 / 3600",
    callPerKey: "600 / 60",
    changeAccountPerAccount: "30 / 600",
    changeShownPerAccount: "120 / 600",
    checkUserPerAddress: "30 / 300",
    collectPerAccount: "120 / 60",
    comparePerAddress: "60 / 60",
    confirmPerSignup: "10 / 900",
    confirmReportPerAddress: "30 / 300",
    confirmationMailPace: "1 / 60",
    confirmationPerMailbox: "60 / 3600",
    confirmationPerMailboxAndNetwork: "10 / 3600",
    copiedPasskeyNoticePerAccount: "5 / 86400",
    correctEmailPerAddress: "10 / 1800",
    createKeyPerAccount: "20 / 3600",
    createPasskeyPerAccount: "15 / 3600",
    deletePerAccount: "120 / 600",
    editPerAccount: "60 / 600",
    exportPerAccount: "5 / 3600",
    exportTextsPerCaller: "60 / 600",
    firstPasskeyMailPerAccount: "30 / 3600",
    firstPasskeyMailPerSession: "5 / 3600",
    hidingsPerNetwork: "6 / 86400",
    hidingsPerReporter: "3 / 86400",
    importPerAccount: "20 / 3600",
    issuerPerAddress: "120 / 300",
    linkIssuerPerAccount: "15 / 3600",
    mailedLinkPerAddress: "60 / 300",
    newPasswordPerAccount: "10 / 86400",
    pagePerAddress: "1200 / 60",
    pageTimePerAddress: "120000 / 600",
    passkeyPerAddress: "120 / 300",
    passwordNoticePerAccount: "5 / 3600",
    passwordPerAccount: "100 / 3600",
    passwordPerSession: "10 / 900",
    pictureTimePerAccount: "120000 / 600",
    previewImportPerAccount: "30 / 600",
    publishPerAccount: "20 / 600",
    publishPerNewAuthor: "5 / 3600",
    publishPerNewAuthorDaily: "10 / 86400",
    reactPerAccount: "60 / 10",
    readReportPerAddress: "60 / 300",
    recoverPerAddress: "10 / 1800",
    recoverPerMailbox: "30 / 1800",
    recoverPerMailboxAndNetwork: "5 / 1800",
    recoveryMailPace: "1 / 60",
    renamePerAccount: "10 / 86400",
    renamePasskeyPerAccount: "30 / 3600",
    reportPerAccount: "20 / 3600",
    reportPerAddress: "20 / 3600",
    reportPerMailbox: "18 / 3600",
    reportPerMailboxAndNetwork: "3 / 3600",
    reportPerMailboxAndNetworkDaily: "6 / 86400",
    reportPerNewAccount: "5 / 3600",
    reportPerTarget: "100 / 3600",
    resendPerAddress: "10 / 1800",
    searchPerAddress: "120 / 60",
    signInNoticePerAccount: "5 / 86400",
    signInPerAccount: "100 / 3600",
    signInPerAccountAndAddress: "10 / 900",
    signInPerAddress: "50 / 300",
    signInPerKnownDevice: "10 / 900",
    signInPerNetworkWhileGuessed: "1 / 300",
    signUpPerAddress: "60 / 3600",
    similarPerAccount: "60 / 600",
    suggestPerAddress: "480 / 60",
    textTimePerCaller: "120000 / 600",
    verifyPerAddress: "30 / 300",
    viewPerAddress: "120 / 60",
  });
});

test("numbers that only a legal page tells", () => {
  const hiding = readFileSync("src/moderation/server/reports/automatic-hiding.ts", "utf8");
  expect(hiding).toContain("const MOST_UNSEEN = 6;");
  const terms = readFileSync("src/app/pages/terms-of-use.page.tsx", "utf8").replace(/\s+/g, " ");
  expect(terms).toContain("ou seis já estão ocultas assim, à espera de uma pessoa");
  // `UNDO_MINUTES`, before what authors delete is deleted for good.
  expect(terms).toContain("dez minutos depois, ele e a imagem deixam de ser guardados");
});
