/** What is mutated, and the tests that must notice: the near ones alone, so that a run ends. */
interface Part {
  mutate: string[];
  tests: string[];
}

const accounts = "src/accounts/server";
const prompts = "src/prompts/server";
const reactions = "src/reactions/server";

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
      mutate: ["src/prompts/client/library/library-filters.ts"],
      tests: ["src/prompts/client/library/library-filters.test.ts"],
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
      mutate: [`${accounts}/*/{known-devices,sign-in}.service.ts`],
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
      mutate: [`${accounts}/*/{account,identity}.service.ts`],
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
      mutate: [`${accounts}/*/{blocked-users,users}.service.ts`],
      tests: ["src/admin/server/admin-actions.test.ts", "src/members/server/blocked-users.test.ts"],
    },
  ],
  prompts: [
    {
      mutate: [`${prompts}/{authoring,removal}.service.ts`],
      tests: [`${prompts}/{authoring-races,authoring.routes,prompts.routes}.test.ts`],
    },
    {
      mutate: [`${prompts}/views.service.ts`],
      tests: [`${prompts}/{prompts.routes,views.service}.test.ts`],
    },
    {
      mutate: [`${prompts}/discovery.service.ts`],
      tests: ["src/app/**/discovery.test.ts", `${prompts}/feeds.test.ts`],
    },
    {
      mutate: [`${prompts}/search/{search,spelling,suggestions}.service.ts`],
      tests: [`${prompts}/{long-lists,prompts.routes}.test.ts`, `${prompts}/search/*.test.ts`],
    },
    {
      mutate: [`${prompts}/{anchors,prompts}.service.ts`],
      tests: [`${prompts}/{long-lists,prompts.routes}.test.ts`],
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
};
