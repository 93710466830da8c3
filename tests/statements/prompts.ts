/** Calls of the queries of `prompts`. */
import { sql } from "kysely";
import { FILTERS, type ListFilter } from "#prompts/contract.ts";
import { PREVIEWS } from "#prompts/server/pictures.queries.ts";
import type { CallsOf } from "./prepare.ts";
import { DATE, HASH, ID, IMAGE, PAGE, PROMPT } from "./values.ts";

const FIRST_PAGE = { limit: 12, offset: 0 };
const SEARCH = "receita";
const ALL = { order: "top" } as const;
/** Everything, by each filter, and by all of them. */
const LISTS = [[], ...FILTERS.map((filter) => [filter]), FILTERS].map((filters) => {
  const chosen: ListFilter = Object.fromEntries(filters.map(({ name, choices }) => [name, choices[0].id]));
  return { ...ALL, ...chosen };
});
const TAGGED = LISTS.map((list) => ({ ...list, tagIds: [1, 2] }));
const SEARCHES = (["anywhere", "inTitle", "elsewhere", "begunInTitle", "tagged"] as const).flatMap((where) =>
  [...LISTS, ...TAGGED].map((list) => [{ words: SEARCH, where }, list] as const),
);
const ANCHOR = { key: ["5", "2026-01-01", "1"], position: 1000 };
const TEXTS = { title: "Título", content: "Um prompt comprido", description: null, image_alt: null };

export const prompts = {
  "#prompts/server/answered.queries.ts": {
    selectResultCounts: [[PROMPT]],
    lockAnswered: [[PROMPT]],
  } satisfies CallsOf<typeof import("#prompts/server/answered.queries.ts")>,

  "#prompts/server/confirmed.queries.ts": {
    selectConfirmed: LISTS.map((list) => [list, 1001]),
    estimateConfirmed: LISTS.map((list) => [list]),
    selectLastConfirmed: LISTS.map((list) => [list, PAGE]),
    selectConfirmedOnTheWay: LISTS.map((list) => [list, PAGE, 500]),
    selectConfirmedGathered: LISTS.map((list) => [list, PAGE]),
    selectConfirmedAmong: [[[PROMPT]]],
    selectMatchingAmong: [
      [[PROMPT], { words: SEARCH, where: "anywhere" }, { llmTypeId: 6 }],
      [[PROMPT], { words: SEARCH, where: "inTitle" }, { tagIds: [1] }],
    ],
  } satisfies CallsOf<typeof import("#prompts/server/confirmed.queries.ts")>,

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

  "#prompts/server/discovery.queries.ts": {
    selectParts: [[10_000]],
    selectUsedTools: [[]],
    selectChanges: [[1, 10_000]],
    selectNewAuthors: [[1, 10_000]],
  } satisfies CallsOf<typeof import("#prompts/server/discovery.queries.ts")>,

  "#prompts/server/list-filter.queries.ts": {
    countPrompts: LISTS.map((list) => [list]),
  } satisfies CallsOf<typeof import("#prompts/server/list-filter.queries.ts")>,

  "#prompts/server/hiding.queries.ts": {
    setInReview: [[PROMPT]],
    setHidden: [
      [PROMPT, { hidden: true }],
      [PROMPT, { hidden: false, withAuthor: true }],
    ],
    selectHiddenOf: [[[PROMPT]]],
    selectNewestOf: [[ID, DATE]],
    setHiddenWithAuthor: [
      [ID, true],
      [ID, false],
    ],
    selectForModeration: [[PROMPT]],
  } satisfies CallsOf<typeof import("#prompts/server/hiding.queries.ts")>,

  "#prompts/server/moderation.queries.ts": {
    selectAllPrompts: [
      [undefined, PAGE],
      [{ words: SEARCH, id: PROMPT }, PAGE],
    ],
    countFound: [[{ words: SEARCH, id: null }, 1001]],
    selectHiddenPrompts: [[[PROMPT]]],
  } satisfies CallsOf<typeof import("#prompts/server/moderation.queries.ts")>,

  "#prompts/server/own-prompts.queries.ts": {
    countPromptsOf: [[[ID]]],
    countBelongings: [[ID]],
    selectOwnPrompts: [[ID, 0, 100]],
    selectReactedPrompts: [
      ["likes", ID, 0, 100],
      ["favorites", ID, 0, 100],
    ],
  } satisfies CallsOf<typeof import("#prompts/server/own-prompts.queries.ts")>,

  "#prompts/server/pictures.queries.ts": {
    hasPicture: [[IMAGE]],
    selectFirstWithPicture: [[IMAGE]],
    selectShownPicture: [[PROMPT]],
    selectStillShown: [[IMAGE, 50]],
    selectWithPicture: [[IMAGE, PROMPT, 6]],
    selectUnusedPictures: [[100]],
    selectGonePrompts: [[[PROMPT]]],
    PREVIEWS: [PREVIEWS],
  } satisfies CallsOf<typeof import("#prompts/server/pictures.queries.ts")>,

  "#prompts/server/prompts.queries.ts": {
    selectPage: LISTS.flatMap((list) => [
      [list, FIRST_PAGE],
      [{ ...list, order: "newest" }, FIRST_PAGE],
      [{ ...list, order: "views" }, FIRST_PAGE],
      [{ ...list, order: "works" }, FIRST_PAGE],
      [list, PAGE, ANCHOR],
    ]),
    selectPageFromEnd: LISTS.map((list) => [list, 12, 24]),
    selectAnchors: LISTS.map((list) => [list, 1000]),
    selectSorted: [[sql`prompt_stats s`, "top", PAGE]],
    selectTrending: [[6]],
    selectByIds: [[[PROMPT]]],
    selectById: [[PROMPT]],
    selectIsHidden: [[PROMPT]],
    selectInReview: [
      [ID, null, 50],
      [ID, PROMPT, 1],
    ],
    countFavorites: [[ID]],
    selectByAuthor: [[ID, PAGE]],
    selectFavorites: [[ID, PAGE]],
  } satisfies CallsOf<typeof import("#prompts/server/prompts.queries.ts")>,

  "#prompts/server/removal.queries.ts": {
    lockPrompts: [
      [{ id: PROMPT }],
      [{ id: PROMPT, authorId: ID }],
      [{ authorId: ID }],
      [{ authorId: ID, hiddenWithAuthor: true }],
      [{ authorId: ID, uneditedOf: [PROMPT] }],
    ],
    lockPromptsOf: [[ID]],
    deletePrompts: [[[PROMPT]]],
  } satisfies CallsOf<typeof import("#prompts/server/removal.queries.ts")>,

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
    selectSame: [[ID, ["Um prompt"], ["Escreva um poema."]]],
    selectStates: [[[PROMPT]]],
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
    ],
    countRemixes: [[PROMPT, 1001]],
    selectRemixesAmong: [[PROMPT, [2, 3]]],
  } satisfies CallsOf<typeof import("#prompts/server/remixes.queries.ts")>,

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

  "#prompts/server/search/search.queries.ts": {
    selectMatches: SEARCHES.flatMap(([search, list]) => [
      [[search], list, 1001],
      [[search, search], list, 1001],
    ]),
    estimateMatches: SEARCHES.map((search) => [[search, search]]),
    selectAmong: [
      [[PROMPT], ALL, PAGE],
      [[PROMPT], ALL, PAGE, [PROMPT]],
    ],
    selectGathered: SEARCHES.map(([search, list]) => [search, list, PAGE]),
    countOnTheWay: SEARCHES.map(([search, list]) => [search, list, 5, 500]),
    selectOnTheWay: SEARCHES.map(([search, list]) => [search, list, PAGE, 500]),
  } satisfies CallsOf<typeof import("#prompts/server/search/search.queries.ts")>,

  "#prompts/server/search/search-words.queries.ts": {
    hasWords: [[]],
    countWords: [[0.5, 2]],
    selectUnwritten: [[["viajem"]]],
    selectSimilarWords: [[["viajem"]]],
  } satisfies CallsOf<typeof import("#prompts/server/search/search-words.queries.ts")>,

  "#prompts/server/search/search-documents.ts": {
    lockRenewal: [[]],
    renewDocuments: [[1000, 900]],
    renewTitles: [[1000, 900]],
    renewSearchDocuments: [[]],
  } satisfies CallsOf<typeof import("#prompts/server/search/search-documents.ts")>,

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
    selectTagIds: [[PROMPT]],
    lockUnusedTags: [[1000]],
    deleteTagsWithout: [[[1]]],
  } satisfies CallsOf<typeof import("#prompts/server/tags.queries.ts")>,

  "#prompts/server/viewer-state.queries.ts": {
    selectLikesCount: [[PROMPT]],
    selectViewerStates: [[ID, [PROMPT]]],
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
    selectOldVersions: [[PROMPT]],
  } satisfies CallsOf<typeof import("#prompts/server/versions/versions.queries.ts")>,
};
