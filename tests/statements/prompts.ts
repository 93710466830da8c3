/** Calls of the queries of `prompts`. */
import { sql } from "kysely";
import { PREVIEWS } from "#prompts/server/pictures.queries.ts";
import type { CallsOf } from "./prepare.ts";
import { DATE, HASH, ID, IMAGE, PAGE, PROMPT } from "./values.ts";

const SEARCH = "receita";
const FIRST_PAGE = { limit: 12, offset: 0 };
const TEXTS = { title: "Título", content: "Um prompt comprido", description: null, image_alt: null };
const MOVED = {
  ...{ old_id: "1", id: PROMPT, user_id: ID, llm_type_id: 6, title: "Título", content: "Um prompt comprido" },
  ...{ description: null, image_hash: IMAGE, views: 7, created_at: "2024-05-06 07:08:09+00", digest: "d" },
};
const STALE = { user_id: ID, right_to: 7, causes: 1 };

export const prompts = {
  "#prompts/server/prompt-results.queries.ts": {
    selectResultCounts: [[PROMPT]],
    lockForResult: [[PROMPT]],
  } satisfies CallsOf<typeof import("#prompts/server/prompt-results.queries.ts")>,

  "#prompts/server/stale-documents.queries.ts": {
    leaveDocuments: [[ID, 7]],
    selectStaleAuthors: [[20]],
    selectStale: [[STALE, 20]],
    renewDocuments: [[[PROMPT]]],
    setRightTo: [[STALE, PROMPT]],
    forgetStale: [[STALE]],
  } satisfies CallsOf<typeof import("#prompts/server/stale-documents.queries.ts")>,

  "#prompts/server/authoring.queries.ts": {
    reservePromptId: [[]],
    insertPrompt: [
      [
        {
          ...TEXTS,
          id: PROMPT,
          user_id: ID,
          llm_type_id: 6,
          tag_ids: [1],
          image_hash: IMAGE,
          publication_key: null,
        },
      ],
    ],
    selectPublished: [[ID, "key"]],
    hasPublished: [[ID, 3]],
    selectAuthored: [[PROMPT], [PROMPT, true]],
    updatePrompt: [
      [
        PROMPT,
        { ...TEXTS, llm_type_id: 6, tag_ids: [1], image_hash: IMAGE },
        { ownVersion: false, isEdit: false },
      ],
      [PROMPT, { title: "Título" }, { ownVersion: true, isEdit: true }],
    ],
    updateVersionNote: [[PROMPT, "Mais curto"]],
  } satisfies CallsOf<typeof import("#prompts/server/authoring.queries.ts")>,

  "#prompts/server/moved-prompts.queries.ts": {
    selectMoved: [[["1"]]],
    selectMovedTo: [["1"]],
    selectTaken: [[[PROMPT]]],
    reserveIdsUpTo: [[PROMPT]],
    insertMovedPrompts: [[[MOVED]]],
    updateMoved: [[MOVED]],
  } satisfies CallsOf<typeof import("#prompts/server/moved-prompts.queries.ts")>,

  "#prompts/server/deletion.queries.ts": {
    setDeleted: [
      [PROMPT, true],
      [PROMPT, false],
    ],
    selectDeleted: [[ID, 50]],
    selectDueDeletions: [[10, { most: 100, failed: [1] }]],
  } satisfies CallsOf<typeof import("#prompts/server/deletion.queries.ts")>,

  "#prompts/server/hiding.queries.ts": {
    setInReview: [[PROMPT]],
    setHidden: [
      [PROMPT, { hidden: true }],
      [PROMPT, { hidden: false, withAuthor: true }],
    ],
    setHiddenWithAuthor: [
      [ID, true],
      [ID, false],
    ],
  } satisfies CallsOf<typeof import("#prompts/server/hiding.queries.ts")>,

  "#prompts/server/moderation.shared.queries.ts": {
    selectAllPrompts: [
      [undefined, PAGE],
      [{ words: SEARCH, id: PROMPT }, PAGE],
    ],
    countFound: [[{ words: SEARCH, id: null }, 1001]],
    selectHiddenPrompts: [[[PROMPT]]],
    findHiddenOf: [[[PROMPT]]],
    findNewestPromptOf: [[ID, DATE]],
    findPromptForModeration: [[PROMPT]],
    findStillShown: [[IMAGE, 50]],
    findWithPicture: [[IMAGE, PROMPT, 6]],
  } satisfies CallsOf<typeof import("#prompts/server/moderation.shared.queries.ts")>,

  "#prompts/server/own-prompts.shared.queries.ts": {
    countPromptsOf: [[[ID]]],
    countBelongings: [[ID]],
    selectOwnPrompts: [[ID, 0, 100]],
    selectReactedPrompts: [
      ["likes", ID, 0, 100],
      ["favorites", ID, 0, 100],
    ],
    findStates: [[[PROMPT]]],
  } satisfies CallsOf<typeof import("#prompts/server/own-prompts.shared.queries.ts")>,

  "#prompts/server/pictures.queries.ts": {
    hasPicture: [[IMAGE]],
    selectFirstWithPicture: [[IMAGE]],
    selectShownPicture: [[PROMPT]],
    selectUnusedPictures: [[100]],
    selectGonePrompts: [[[PROMPT]]],
    PREVIEWS: [PREVIEWS],
  } satisfies CallsOf<typeof import("#prompts/server/pictures.queries.ts")>,

  "#prompts/server/prompt-rows.queries.ts": {
    selectRows: [[sql`select 1::bigint as prompt_id, 1 as position`]],
    selectSorted: [[sql`prompt_stats s`, "top", PAGE]],
  } satisfies CallsOf<typeof import("#prompts/server/prompt-rows.queries.ts")>,

  "#prompts/server/prompts.queries.ts": {
    selectByIds: [[[PROMPT]]],
    selectById: [[PROMPT]],
    selectIsHidden: [[PROMPT]],
    selectInReview: [
      [ID, null, 50],
      [ID, PROMPT, 1],
    ],
    countFavorites: [[ID, 10_001]],
    selectByAuthor: [
      [ID, PAGE],
      [ID, { ...PAGE, after: ["2026-11-30T00:00:00.000001Z", "12"] }],
    ],
    selectFavorites: [
      [ID, PAGE],
      [ID, { ...PAGE, after: ["2026-11-30T00:00:00.000001Z", "12"] }],
    ],
  } satisfies CallsOf<typeof import("#prompts/server/prompts.queries.ts")>,

  "#prompts/server/removal.queries.ts": {
    lockPromptsOf: [[ID]],
    deletePrompts: [[[PROMPT]]],
  } satisfies CallsOf<typeof import("#prompts/server/removal.queries.ts")>,

  "#prompts/server/removal.shared.queries.ts": {
    lockPrompts: [
      [{ id: PROMPT }],
      [{ id: PROMPT, authorId: ID }],
      [{ authorId: ID }],
      [{ authorId: ID, hiddenWithAuthor: true }],
      [{ authorId: ID, uneditedOf: [PROMPT] }],
    ],
  } satisfies CallsOf<typeof import("#prompts/server/removal.shared.queries.ts")>,

  "#prompts/server/bulk.queries.ts": {
    reservePromptIds: [[2]],
    insertPrompts: [
      [
        ID,
        [
          {
            id: PROMPT,
            title: "Um prompt",
            content: "Escreva um poema.",
            description: null,
            llm_type_id: 1,
            tag_ids: [1],
            allow_remixes: true,
            image_hash: IMAGE,
          },
        ],
      ],
    ],
    spreadInNewest: [[[PROMPT], { perDay: 3, before: 0 }]],
    selectSame: [[ID, ["Um prompt"], ["0a".repeat(32)]]],
  } satisfies CallsOf<typeof import("#prompts/server/bulk.queries.ts")>,

  "#prompts/server/remixes.queries.ts": {
    selectSource: [[PROMPT]],
    lockSources: [[PROMPT]],
    insertRemix: [[{ prompt_id: 2, source_id: PROMPT, root_id: PROMPT, note: null }]],
    selectRemix: [[PROMPT]],
    updateRemixNote: [[PROMPT, "Outra cor"]],
    selectRemixes: [
      [PROMPT, "top", PAGE, 1000],
      [PROMPT, "newest", FIRST_PAGE, 1000],
      [PROMPT, "newest", { ...PAGE, after: ["2026-11-30T00:00:00.000001Z", "12"] }, 1000],
    ],
    countRemixes: [[PROMPT, 1001]],
  } satisfies CallsOf<typeof import("#prompts/server/remixes.queries.ts")>,

  "#prompts/server/search-words.queries.ts": {
    hasWords: [[]],
    countWords: [[0.5, 2]],
    countPublic: [[]],
  } satisfies CallsOf<typeof import("#prompts/server/search-words.queries.ts")>,

  "#prompts/server/similar.queries.ts": {
    selectSimilarity: [[PROMPT, { text: "um texto", length: 4000 }]],
    selectWordCounts: [[["receita"]]],
    selectSimilarTexts: [
      [
        {
          text: "receita",
          length: 4000,
          every: ["receita"],
          groups: [["receita"]],
          candidates: 50,
          least: 0.6,
          except: null,
        },
        3,
      ],
      [
        {
          text: "receita",
          length: 4000,
          every: ["receita"],
          groups: [["receita"]],
          candidates: 50,
          least: 0.6,
          except: PROMPT,
        },
        3,
      ],
    ],
    selectWithSamePicture: [[IMAGE, 3]],
  } satisfies CallsOf<typeof import("#prompts/server/similar.queries.ts")>,

  "#prompts/server/search-documents.shared.queries.ts": {
    renewSearchDocuments: [[]],
  } satisfies CallsOf<typeof import("#prompts/server/search-documents.shared.queries.ts")>,

  "#prompts/server/tag-administration.queries.ts": {
    selectTags: [
      [undefined, PAGE],
      [{ like: "%reda%", folded: "reda" }, PAGE],
    ],
    selectWholeTag: [[1]],
    countTags: [
      [undefined, 1001],
      [{ like: "re%", folded: "re" }, 1001],
    ],
    lockTag: [[1]],
    lockTarget: [[2]],
    selectByKey: [["redacao"]],
    updateTagName: [[1, { name: "Redação", folded: "redacao", slug: "redacao" }]],
    insertAlias: [[1, { name: "Redação", folded: "redacao", slug: "redacao" }]],
    updateMerged: [[1, 2]],
    deleteAlias: [[1]],
    selectMoving: [[1, 5000]],
    lockMergeTarget: [[1]],
    replaceTag: [[1, 2, [PROMPT]]],
  } satisfies CallsOf<typeof import("#prompts/server/tag-administration.queries.ts")>,

  "#prompts/server/tags.queries.ts": {
    insertMissingTags: [[[{ name: "Redação", folded: "redacao", slug: "redacao" }]]],
    lockTags: [[["redacao"]]],
    selectTag: [["redacao"]],
    selectMostUsedTags: [[6], [20_000, 3]],
    selectBegunTags: [["reda", "reda", 6]],
    selectListedTags: [
      ["", PAGE, 1001],
      ["re", PAGE, 1001],
      ["reda", PAGE, 1001],
      ["", { ...PAGE, after: ["2", "12"] }, 1001],
      ["reda", { ...PAGE, after: ["2", "12"] }, 1001],
    ],
    lockUnusedTags: [[{ after: 1, most: 1000 }]],
    deleteTagsWithout: [[[1]]],
  } satisfies CallsOf<typeof import("#prompts/server/tags.queries.ts")>,

  "#prompts/server/viewer-state.queries.ts": {
    selectLikesCount: [[PROMPT]],
    selectViewerStates: [[ID, [PROMPT]]],
    selectViewerState: [[ID, PROMPT]],
  } satisfies CallsOf<typeof import("#prompts/server/viewer-state.queries.ts")>,

  "#prompts/server/views.queries.ts": {
    addViews: [[[[PROMPT, 2]]]],
    insertVisit: [[PROMPT, { hash: HASH, counts: true, userId: ID }]],
    deleteOldVisits: [[]],
  } satisfies CallsOf<typeof import("#prompts/server/views.queries.ts")>,

  "#prompts/server/versions/versions.queries.ts": {
    selectHistory: [[PROMPT]],
    selectVersion: [
      [PROMPT, 2],
      [PROMPT, null],
    ],
    deleteVersion: [[PROMPT, 2]],
    selectVersionPictures: [[[PROMPT]]],
  } satisfies CallsOf<typeof import("#prompts/server/versions/versions.queries.ts")>,

  "#prompts/server/versions/old-versions.shared.queries.ts": {
    selectOldVersions: [[PROMPT, 0, 25]],
  } satisfies CallsOf<typeof import("#prompts/server/versions/old-versions.shared.queries.ts")>,
};
