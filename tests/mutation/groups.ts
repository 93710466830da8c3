/** What is mutated, and the tests that must notice: the near ones only, so that a run ends. */
interface Part {
  mutate: string[];
  tests: string[];
}

export const GROUPS: Record<string, Part[]> = {
  language: [
    {
      mutate: ["src/language/{fold,html,text}.ts"],
      tests: ["src/language/{fold,html,text}.test.ts"],
    },
  ],
  profanity: [
    {
      mutate: [
        "src/language/{english-words,harmless-passages,letters,portuguese-inflections,portuguese-words,profanity,words}.ts",
      ],
      tests: ["src/language/{capitals,profanity,profanity-recall}.test.ts"],
    },
  ],
  filters: [
    {
      mutate: ["src/prompts/client/library/library-filters.ts"],
      tests: ["src/prompts/client/library/library-filters.test.ts"],
    },
  ],
  media: [
    { mutate: ["src/media/image-format.ts"], tests: ["src/media/image-format.test.ts"] },
    { mutate: ["src/media/server/data-url.ts"], tests: ["src/media/server/data-url.test.ts"] },
    {
      mutate: ["src/media/server/images.service.ts"],
      tests: ["src/media/server/images.{service,uploads}.test.ts"],
    },
  ],
  contracts: [{ mutate: ["src/*/contract.ts"], tests: ["src/*/contract.test.ts"] }],
  "account-rules": [
    {
      mutate: ["src/accounts/display-name.ts", "src/accounts/server/device-name.ts"],
      tests: ["src/accounts/display-name.test.ts", "src/accounts/server/device-name.test.ts"],
    },
    {
      mutate: ["src/accounts/server/reserved-names.ts"],
      tests: ["src/accounts/server/reserved-names.test.ts"],
    },
    {
      mutate: ["src/accounts/server/{common-passwords,password-rules}.ts"],
      tests: ["src/accounts/server/{common-passwords,password-rules}.test.ts"],
    },
    {
      mutate: ["src/accounts/server/{user-metadata,usernames}.ts"],
      tests: ["src/accounts/server/{reserved-names,auth-v1/wire}.test.ts"],
    },
  ],
  accounts: [
    {
      mutate: ["src/accounts/server/signups.service.ts"],
      tests: [
        "src/accounts/server/signups.service.test.ts",
        "src/accounts/server/accounts.routes.test.ts",
        "src/accounts/server/auth-v1/auth-js.test.ts",
      ],
    },
    {
      mutate: ["src/accounts/server/verification.service.ts"],
      tests: [
        "src/accounts/server/verification.service.test.ts",
        "src/accounts/server/signups.service.test.ts",
        "src/accounts/server/recovery.test.ts",
      ],
    },
    {
      mutate: ["src/accounts/server/email-correction.service.ts"],
      tests: ["src/accounts/server/email-correction.test.ts"],
    },
    {
      mutate: ["src/accounts/server/{sessions,own-sessions}.service.ts"],
      tests: [
        "src/accounts/server/own-sessions.routes.test.ts",
        "src/accounts/server/auth-v1/auth-js.test.ts",
      ],
    },
    {
      mutate: ["src/accounts/server/{account,identity}.service.ts"],
      tests: [
        "src/accounts/server/auth-v1/{auth-js,wire}.test.ts",
        "src/accounts/server/own-sessions.routes.test.ts",
        "src/accounts/server/password-rules.test.ts",
      ],
    },
    {
      mutate: ["src/accounts/server/{known-devices,sign-in}.service.ts"],
      tests: [
        "src/accounts/server/guessing.test.ts",
        "src/accounts/server/known-devices.test.ts",
        "src/accounts/server/security-notices.test.ts",
        "src/accounts/server/sign-in.test.ts",
      ],
    },
    {
      mutate: ["src/accounts/server/recovery.service.ts"],
      tests: ["src/accounts/server/recovery.test.ts", "src/accounts/server/mail-jobs.test.ts"],
    },
    {
      mutate: ["src/accounts/server/{blocked-people,people}.service.ts"],
      tests: ["src/members/server/blocked-people.test.ts", "src/admin/server/admin-actions.test.ts"],
    },
  ],
  prompts: [
    {
      mutate: ["src/prompts/server/{authoring,removal}.service.ts"],
      tests: ["src/prompts/server/{authoring,prompts}.routes.test.ts"],
    },
    {
      mutate: ["src/prompts/server/{anchors,prompts}.service.ts"],
      tests: ["src/prompts/server/{long-lists,prompts.routes}.test.ts"],
    },
    { mutate: ["src/prompts/server/views.service.ts"], tests: ["src/prompts/server/prompts.routes.test.ts"] },
    { mutate: ["src/prompts/server/discovery.service.ts"], tests: ["src/app/discovery.test.ts"] },
  ],
  reactions: [
    {
      mutate: ["src/reactions/server/{reactions.service,wishes}.ts"],
      tests: ["src/reactions/server/{crowd,reactions.routes}.test.ts"],
    },
  ],
};
