/** Files that are mutated, and the tests that must notice: the near ones alone, so that a run ends. */
interface Part {
  mutate: string[];
  tests: string[];
}

const accounts = "src/accounts/server";
const prompts = "src/prompts/server";
const library = "src/library/server";
const reactions = "src/reactions/server";
const cases = "src/moderation/server/cases";
const collections = "src/collections/server";
const exchange = "src/exchange/server";
const http = "src/platform/http";
const mcp = "src/mcp/server";
const server = "src/app/server";

/** In the order in which they run: what needs no database comes first. */
export const GROUPS: Record<string, Part[]> = {
  language: [
    {
      mutate: ["src/language/{fold,html,text}.ts"],
      tests: ["src/language/{fold,html,text}.test.ts"],
    },
  ],
  filters: [
    {
      mutate: ["src/library/client/library-filters.ts"],
      tests: ["src/library/client/library-filters.test.ts"],
    },
  ],
  contracts: [
    { mutate: ["src/{accounts,media,prompts,reactions}/contract.ts"], tests: ["src/*/contract.test.ts"] },
  ],
  "account-rules": [
    {
      mutate: ["src/accounts/display-name.ts", `${accounts}/*/device-name.ts`],
      tests: ["src/accounts/display-name.test.ts", `${accounts}/*/device-name.test.ts`],
    },
    { mutate: [`${accounts}/*/reserved-names.ts`], tests: [`${accounts}/*/reserved-names.test.ts`] },
    {
      mutate: [`${accounts}/*/{common-passwords,password-rules}.ts`],
      tests: [`${accounts}/*/{common-passwords,password-rules}.test.ts`],
    },
    {
      mutate: [`${accounts}/*/{user-metadata,usernames}.ts`],
      tests: [`${accounts}/*/{user-metadata,username-rules,usernames}.test.ts`],
    },
  ],
  profanity: [
    {
      mutate: ["src/language/{letters,profanity,words}.ts"],
      tests: ["src/language/{capitals,disguises,profanity,profanity-recall}.test.ts"],
    },
    {
      mutate: ["src/language/{harmless-passages,portuguese-inflections}.ts"],
      tests: ["src/language/{capitals,disguises,profanity,profanity-recall}.test.ts"],
    },
    {
      mutate: ["src/language/{english,portuguese}-words.ts"],
      tests: ["src/language/{capitals,disguises,profanity,profanity-recall}.test.ts"],
    },
  ],
  media: [
    { mutate: ["src/media/image-format.ts"], tests: ["src/media/image-format.test.ts"] },
    { mutate: ["src/media/server/data-url.ts"], tests: ["src/media/server/data-url.test.ts"] },
    {
      mutate: ["src/media/server/{images.service,images.uploads,stored-pictures}.ts"],
      tests: [
        "src/media/server/images.{service,uploads}.test.ts",
        "src/media/server/{media.routes,removal.jobs,stored-pictures}.test.ts",
      ],
    },
  ],
  accounts: [
    {
      mutate: [`${accounts}/*/{known-devices,sign-in}.service.ts`, `${accounts}/*/guesses.ts`],
      tests: [
        `${accounts}/auth-v1/auth-js.test.ts`,
        `${accounts}/*/{guessing,known-devices,security-notices,sign-in,signups.service}.test.ts`,
        "src/app/server/rate-limits.test.ts",
      ],
    },
    {
      mutate: [`${accounts}/*/verification.service.ts`],
      tests: [
        `${accounts}/accounts.routes.test.ts`,
        `${accounts}/*/{recovery,signups.service,verification.service}.test.ts`,
        "src/app/server/rate-limits.test.ts",
      ],
    },
    {
      mutate: [`${accounts}/*/signups.service.ts`],
      tests: [
        `${accounts}/accounts.routes.test.ts`,
        `${accounts}/auth-v1/auth-js.test.ts`,
        `${accounts}/*/{email-correction,equal-work,signups.service}.test.ts`,
        "src/app/server/rate-limits.test.ts",
      ],
    },
    {
      mutate: [`${accounts}/*/email-correction.service.ts`],
      tests: [`${accounts}/*/email-correction.test.ts`],
    },
    {
      mutate: [`${accounts}/*/{identity,own-account}.service.ts`],
      tests: [
        `${accounts}/accounts.routes.test.ts`,
        `${accounts}/auth-v1/*.test.ts`,
        `${accounts}/*/{equal-work,identity.service,own-account,own-name,own-sessions.routes}.test.ts`,
        `${accounts}/*/{security-events,security-notices,usernames}.test.ts`,
        "src/app/server/rate-limits.test.ts",
      ],
    },
    {
      mutate: [`${accounts}/*/{own-sessions,sessions}.service.ts`],
      tests: [`${accounts}/auth-v1/auth-js.test.ts`, `${accounts}/*/own-sessions.routes.test.ts`],
    },
    { mutate: [`${accounts}/*/recovery.service.ts`], tests: [`${accounts}/*/{mail-jobs,recovery}.test.ts`] },
    {
      mutate: [`${accounts}/*/{accounts,blocked-users,users}.service.ts`],
      tests: ["src/admin/server/admin-actions.test.ts", "src/members/server/blocked-users.test.ts"],
    },
  ],
  prompts: [
    {
      mutate: [`${prompts}/{authoring,deletion,editing,removal}.service.ts`],
      tests: [`${prompts}/{authoring-races,authoring.routes,deletion,prompts.routes}.test.ts`],
    },
    {
      mutate: [`${prompts}/views.service.ts`],
      tests: [`${prompts}/{prompts.routes,views.service}.test.ts`],
    },
    {
      mutate: [`${library}/discovery.service.ts`],
      tests: ["src/app/**/discovery.test.ts", `${library}/feeds.test.ts`],
    },
    {
      mutate: [`${library}/search/{search,spelling,suggestions}.service.ts`],
      tests: [
        `${library}/long-lists.test.ts`,
        `${library}/search/*.test.ts`,
        `${prompts}/prompts.routes.test.ts`,
      ],
    },
    {
      mutate: [`${library}/{anchors,lists}.service.ts`, `${prompts}/prompts.service.ts`],
      tests: [`${library}/long-lists.test.ts`, `${prompts}/prompts.routes.test.ts`],
    },
  ],
  reactions: [
    {
      mutate: [`${reactions}/{reactions.service,write-batching}.ts`],
      tests: [`${reactions}/{crowd,reactions.routes,write-failures}.test.ts`],
    },
  ],
  "admin-and-members": [
    {
      mutate: ["src/{admin,members}/contract.ts"],
      tests: ["src/admin/server/*.test.ts", "src/members/server/{leaving.service,public-user}.test.ts"],
    },
  ],
  moderation: [
    { mutate: [`${cases}/transition.ts`], tests: [`${cases}/transition.test.ts`] },
    {
      mutate: [`${cases}/{case-now,carry-out}.ts`, `${cases}/{decisions,direct-decisions}.service.ts`],
      tests: [
        `${cases}/{decisions,restrictions,review,together,undoing,versions}.test.ts`,
        "src/admin/server/admin-actions.test.ts",
      ],
    },
    {
      mutate: [`${cases}/appeals.service.ts`, `${cases}/appealable.ts`],
      tests: [`${cases}/appeals.test.ts`],
    },
    {
      mutate: [`${cases}/{moderators,sanctions}.service.ts`],
      tests: [`${cases}/{blocked-moderators,decisions,sanctions}.test.ts`],
    },
    {
      mutate: ["src/moderation/server/reports/{automatic-hiding,reports.service}.ts"],
      tests: ["src/moderation/server/reports/*.test.ts"],
    },
    {
      mutate: ["src/moderation/server/{notices,public,reasons}/*.service.ts"],
      tests: [
        "src/moderation/server/{notices,public,reasons}/*.test.ts",
        `${cases}/{appeals,decisions,sanctions}.test.ts`,
      ],
    },
    {
      mutate: ["src/moderation/server/records/*.service.ts"],
      tests: ["src/moderation/server/records/*.test.ts"],
    },
  ],
  collections: [
    {
      mutate: [`${collections}/{collections,items,withdrawal}.service.ts`, `${collections}/collecting.ts`],
      tests: [
        `${collections}/{collections,public-list,races}.test.ts`,
        `${cases}/review.test.ts`,
        "src/moderation/server/reports/reported-{texts,versions}.test.ts",
      ],
    },
    {
      mutate: [`${collections}/{discovery,follows,public-list}.service.ts`],
      tests: [`${collections}/{collections,follows,public-list}.test.ts`],
    },
  ],
  results: [
    {
      mutate: ["src/results/server/results.service.ts"],
      tests: ["src/results/server/{answered-versions,first-day,results.routes}.test.ts"],
    },
  ],
  exchange: [
    {
      mutate: [`${exchange}/formats/*.ts`, `!${exchange}/formats/*.test.ts`],
      tests: [`${exchange}/formats/*.test.ts`],
    },
    {
      mutate: ["src/exchange/{decode-file,gathered-files,markdown-parts}.ts"],
      tests: ["src/exchange/{decode-file,gathered-files}.test.ts", `${exchange}/formats/*.test.ts`],
    },
    { mutate: [`${exchange}/checked.ts`], tests: [`${exchange}/checked.test.ts`] },
    {
      mutate: [`${exchange}/{allowance,exports,imports,preview,undo}.service.ts`],
      tests: [`${exchange}/{exports,imports,previews,undo}.test.ts`],
    },
  ],
  mcp: [
    {
      mutate: [`${mcp}/{answers,authorize,caller,prompt-lists,prompt-texts,quoted,tidy,tool,tools}.ts`],
      tests: [`${mcp}/{arguments,cached-answers,limits,mcp,own-tools,protocol}.test.ts`],
    },
  ],
  tags: [
    {
      mutate: [`${prompts}/{tags,tag-administration,tag-moving}.service.ts`],
      tests: [
        `${prompts}/tags.test.ts`,
        "src/admin/server/{admin-tags,admin-tags-races,merging-tags}.test.ts",
      ],
    },
  ],
  versions: [
    { mutate: [`${prompts}/versions/difference.ts`], tests: [`${prompts}/versions/difference.test.ts`] },
    {
      mutate: [`${prompts}/versions/versions.service.ts`],
      tests: [`${prompts}/versions/{old-versions,versions}.test.ts`],
    },
  ],
  remixes: [
    {
      mutate: [`${prompts}/remixes.service.ts`],
      tests: [`${prompts}/{remix-sources,remixes}.test.ts`],
    },
  ],
  keys: [
    {
      mutate: [`${accounts}/api-keys/key-format.ts`],
      tests: [`${accounts}/api-keys/key-format.test.ts`],
    },
    {
      mutate: [`${accounts}/api-keys/{key-check,last-uses}.ts`, `${accounts}/account/api-keys.service.ts`],
      tests: [
        `${accounts}/api-keys/credentials.test.ts`,
        `${accounts}/account/{api-keys.routes,ended-keys}.test.ts`,
      ],
    },
  ],
  http: [
    {
      mutate: [`${http}/semaphore.ts`],
      tests: [`${http}/semaphore.test.ts`, "src/media/server/media.routes.test.ts"],
    },
    {
      mutate: [`${http}/{problem,errors}.ts`],
      tests: [`${http}/{errors,problem}.test.ts`],
    },
    {
      mutate: [`${http}/rate-limit{s,-headers}.ts`],
      tests: [
        `${http}/rate-limit{s,-headers}.test.ts`,
        `${server}/{api-headers,cached-headers,key-answers,metrics,rate-limits}.test.ts`,
      ],
    },
    {
      mutate: [`${http}/response-cache.ts`],
      tests: [
        `${http}/{response-cache,server}.test.ts`,
        `${server}/{api-headers,cached-headers,key-answers}.test.ts`,
        `${mcp}/cached-answers.test.ts`,
        `${prompts}/prompts.routes.test.ts`,
      ],
    },
    {
      mutate: [`${http}/{shared-caches,cache-purges}.ts`],
      tests: [
        `${http}/{shared-caches,cache-purges}.test.ts`,
        `${server}/{cached-headers,purge-keys,purged-writes}.test.ts`,
      ],
    },
    {
      mutate: [`${http}/{form-bodies,text-work}.ts`],
      tests: [
        `${http}/{form-bodies,text-work}.test.ts`,
        `${server}/{body-texts,foreign-origins}.test.ts`,
        `${prompts}/{prompts,uploads}.routes.test.ts`,
      ],
    },
    {
      mutate: [`${http}/{allowed-methods,cross-origin,error-handler,etags,security-headers,server}.ts`],
      tests: [
        `${http}/{problem,server}.test.ts`,
        `${server}/{api-errors,api-headers,foreign-origins,methods}.test.ts`,
      ],
    },
  ],
};
