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
    { mutate: ["src/media/server/data-url.ts"], tests: ["src/media/server/images.uploads.test.ts"] },
  ],
  contracts: ["media", "accounts", "reactions", "prompts", "members", "admin"].map((room) => ({
    mutate: [`src/${room}/contract.ts`],
    tests: [`src/${room}/contract.test.ts`],
  })),
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
};
