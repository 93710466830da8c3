/** Words in all ways in which people write them: with hyphens, dots and signs, in one or apart; emoji; invisible characters. */
import { beforeAll, describe, expect, test } from "vitest";
import type { PromptList } from "#prompts/contract.ts";
import { countSearchWords } from "#prompts/server/search-words.service.ts";
import { setUpTestApp } from "#tests/support/accounts.ts";
import { publishPrompt } from "#tests/support/prompts.ts";
import { createUser, type TestUser } from "#tests/support/users.ts";

const site = setUpTestApp();
let ana: TestUser;
beforeAll(async () => {
  ana = await createUser(site.ctx, { username: "Ana" });
});

const publish = (title: string, content = "Escreva com calma, em três frases.") =>
  publishPrompt(site, ana, { title, content, llm_type_id: 1 });
async function ask(path: string, words: string) {
  site.ctx.responseCache.clear();
  return (await site.call("GET", `${path}search=${encodeURIComponent(words)}`)).json();
}
const titlesOf = (prompts: { title: string }[]) => prompts.map(({ title }) => title);
const search = async (words: string) => titlesOf((await ask("/api/prompts?", words)).data);
const suggest = async (words: string) => titlesOf(await ask("/api/prompts/suggestions?", words));
const spell = (words: string): Promise<PromptList> => ask("/api/prompts?spelling=correct&", words);

/** Whether a search finds spellings in a title, and in a text. */
async function findings(pairs: (readonly [written: string, asked: string])[]) {
  const { rows } = await site.ctx.pool.query<{ inTitle: boolean; inText: boolean }>(
    `select prompt_document(written, null, 'Texto', 'Ana', 'Claude') @@ search_query(asked) as "inTitle",
      prompt_document('Texto', null, written, 'Ana', 'Claude') @@ search_query(asked) as "inText"
    from unnest($1::text[], $2::text[]) with ordinality pairs (written, asked, place) order by place`,
    [pairs.map(([written]) => written), pairs.map(([, asked]) => asked)],
  );
  return rows;
}
const missed = async (pairs: (readonly [written: string, asked: string])[]) => {
  const found = await findings(pairs);
  return pairs.filter((_, index) => !(found[index]?.inTitle && found[index]?.inText));
};

describe("one word, written in several ways", () => {
  test.each([
    ["E-mail", "email", "e‑mail", "e–mail"],
    ["Node.js", "nodejs", "NODE.JS", "Node js"],
    ["low poly", "low-poly", "lowpoly"],
    ["Pré-escola", "preescola"],
    ["wi-fi", "wifi", "wi fi"],
    ["GPT-4", "GPT4", "gpt 4"],
    ["GPT-3.5", "GPT 3.5", "gpt3.5", "GPT35"],
    ["Llama 3.1", "llama-3.1", "llama3.1"],
    ["home-office", "homeoffice"],
    ["full stack", "full-stack", "fullstack"],
    ["PL/SQL", "plsql", "pl sql"],
    ["TCP/IP", "tcpip", "tcp-ip"],
    ["½", "1/2"],
    ["d'água", "dágua", "d’água", "d`água"],
    ["A/B", "ab", "A-B"],
    ["R&D", "rd"],
    ["U.S.A.", "usa"],
    ["passo a passo", "passo-a-passo"],
    ["guarda-chuva", "guardachuva"],
    ["snake_case", "snakecase"],
    ["ASP.NET", "aspnet", "asp net"],
    ["texto-para-imagem", "texto para imagem"],
  ])("is found by each of them, in titles and texts: %s, %s", async (...spellings) => {
    const pairs = spellings.flatMap((written) =>
      spellings.flatMap((asked) => [
        [`Um ${written}, azul`, asked] as const,
        [`Um ${written}, azul`, `azul ${asked}`] as const,
        [`(${written})`, asked] as const,
      ]),
    );
    expect(await missed(pairs)).toEqual([]);
  });

  test("written apart in a title, long words are found in one as well", async () => {
    const found = await findings([
      ["Um guarda chuva azul", "guardachuva"],
      ["Realidade aumentada", "realidadeaumentada"],
      ["Pré escola", "preescola"],
      ["Home office", "homeoffice"],
    ]);
    expect(found.map(({ inTitle }) => inTitle)).toEqual([true, true, true, true]);
  });

  test("an “e” that joins nothing belongs to the word after it", async () => {
    const written = ["E mail de cobrança", "Modelo de e mail", "Um email", "Um e-mail"];
    expect(
      await missed(written.flatMap((text) => [[text, "email"] as const, [text, "e mail"] as const])),
    ).toEqual([]);
    expect(await findings([["Gato e rato", "erato"]])).toEqual([{ inTitle: false, inText: false }]);
  });

  test.each([
    ["A gente aprende", "agente"],
    ["Uma casa, azul", "casaazul"],
    ["Um pato\nrosa", "patorosa"],
    ["Uma cor de mar", "demar"],
    ["Um mail", "e-mail"],
    ["Teste a, depois b", "A/B"],
    ["GPT e mais 4 modelos", "GPT-4"],
  ])("no words are joined that nobody takes for one: “%s” is not “%s”", async (written, asked) => {
    expect(await findings([[written, asked]])).toEqual([{ inTitle: false, inText: false }]);
  });

  test("lists and suggestions find all of them, while they are typed too", async () => {
    for (const title of [
      "Lanterna e-mail",
      "Lanterna email",
      "Coruja low poly",
      "Coruja low-poly",
      "Coruja lowpoly",
    ])
      await publish(title);
    for (const asked of ["email", "e-mail", "lanterna e-mail", "emai", "e-mai"]) {
      expect((await search(asked)).sort(), asked).toEqual(["Lanterna e-mail", "Lanterna email"]);
      expect((await suggest(asked)).sort(), asked).toEqual(["Lanterna e-mail", "Lanterna email"]);
    }
    for (const asked of ["lowpoly", "low-poly", "low poly", "coruja lowpoly", "low pol"]) {
      const all = ["Coruja low poly", "Coruja low-poly", "Coruja lowpoly"];
      expect((await search(asked)).sort(), asked).toEqual(all);
      expect((await suggest(asked)).sort(), asked).toEqual(all);
    }
  });

  test("a slip leads to the spelling that prompts have, and no spelling is one", async () => {
    await publish("Servidor em Node.js", "Escreva um servidor em Node.js para a pré-escola, com exemplos.");
    await countSearchWords(site.ctx);
    expect(await spell("nodjs")).toMatchObject({
      corrected: "node.js",
      data: [{ title: "Servidor em Node.js" }],
    });
    expect(await spell("preescla")).toMatchObject({ corrected: "pré-escola" });
    for (const asked of ["nodejs", "preescola", "node.js", "pré-escola", "preescol"])
      expect(await spell(asked), asked).not.toHaveProperty("corrected");
  });
});

describe("words with signs", () => {
  const SIGNED = [
    "C",
    "C++",
    "C#",
    "F#",
    "NET",
    ".NET",
    "ASP.NET",
    "D++",
    "K8s",
    "3D",
    "4o",
    "GPT-4",
    "GPT-5",
  ];

  test("are words of their own: each is found by itself, and none by another, but what is in it", async () => {
    const pairs = SIGNED.flatMap((written) =>
      SIGNED.map((asked) => [`Um teste em ${written}.`, asked] as const),
    );
    const found = await findings(pairs);
    const others = pairs
      .filter(([written, asked], index) => found[index]?.inTitle && written !== `Um teste em ${asked}.`)
      .map(([written, asked]) => `${asked} finds ${written.slice(12, -1)}`);
    expect(await missed(SIGNED.map((sign) => [`Um teste em ${sign}.`, sign]))).toEqual([]);
    expect(others).toEqual(["C finds C++", "C finds C#", "NET finds .NET", "NET finds ASP.NET"]);
  });

  test.each(["(C++)", "C++,", "“C++”", "C++/C#", "c++17 e C++", "C++20", "Ｃ＋＋", "**C++**"])(
    "%s is C++",
    async (written) => {
      expect(await missed([[`Código ${written} limpo`, "C++"]])).toEqual([]);
    },
  );

  test.each([
    ["C♯", "c#"],
    ["c sharp", "C#"],
    ["csharp", "C#"],
    ["C#", "c sharp"],
    ["dotnet", ".NET"],
  ])("“%s” is found by “%s”", async (written, asked) => {
    expect(await missed([[`Código ${written} limpo`, asked]])).toEqual([]);
  });

  test("come first", async () => {
    await publish("Programa em C puro", "Revise este programa em C, linha por linha.");
    await publish("Revisor de código C++", "Revise este código em C++, linha por linha.");
    expect((await search("c++"))[0]).toBe("Revisor de código C++");
    expect(await search("C")).toEqual(
      expect.arrayContaining(["Programa em C puro", "Revisor de código C++"]),
    );
    expect(await suggest("c++")).toEqual(["Revisor de código C++"]);
  });
});

describe("stop words alone", () => {
  test("find the title that has just these", async () => {
    await publish("O que é que é isso");
    await publish("Para quê?");
    await publish("O que é isso aqui embaixo", "O que é que é isso, e para que serve?");
    for (const asked of ["O que é que é isso", "que e isso", "o que é que é iss"])
      expect(await search(asked), asked).toContain("O que é que é isso");
    expect(await search("O que é que é isso")).toEqual(["O que é que é isso"]);
    expect(await search("para que")).toEqual(["Para quê?"]);
    expect(await suggest("O que é que é isso")).toEqual(["O que é que é isso"]);
    expect(await search("de para com")).toEqual([]);
  });

  test("beside other words find nothing by themselves", async () => {
    await publish("Uma sanfona de bolso");
    expect(await search("o que é que é sanfona")).toEqual(["Uma sanfona de bolso"]);
  });
});

/** Each character of which `pattern` is true. */
function charactersOf(pattern: RegExp): string[] {
  const all = Array.from({ length: 0xe1000 - 0x80 }, (_, index) => 0x80 + index);
  return all
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code))
    .filter((character) => pattern.test(character));
}

describe("emoji", () => {
  const EMOJI = charactersOf(/\p{Emoji}/u);

  test("are found alone, each of them, in every form, and by no other", async () => {
    expect(EMOJI.length).toBeGreaterThan(1300);
    const { rows } = await site.ctx.pool.query<{ asked: string }>(
      `select asked from unnest($1::text[]) asked, search_document(array_to_string($1::text[], ' ')) written
      where not written @@ search_query(asked) or title_query(asked || '\ufe0f') <> title_query(asked)`,
      [EMOJI],
    );
    expect(rows).toEqual([]);
    const told = await site.ctx.pool.query<{ searches: number }>(
      "select count(distinct search_query(asked)::text)::int as searches from unnest($1::text[]) asked",
      [EMOJI],
    );
    expect(told.rows[0]?.searches).toBe(EMOJI.length);
  });

  test.each([
    ["👋🏽", "👋"],
    ["👋", "👋🏿"],
    ["👩🏽‍💻", "👩‍💻"],
    ["👩🏽‍💻", "💻"],
    ["❤️‍🔥", "❤"],
    ["🇧🇷", "🇧🇷"],
    ["🇵🇹🇧🇷", "🇧🇷"],
    ["🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🏴󠁧󠁢󠁥󠁮󠁧󠁿"],
    ["★", "★"],
    ["1️⃣", "1️⃣"],
  ])("%s is found by %s", async (written, asked) => {
    expect(await missed([[`Gato ${written} com cartola`, asked]])).toEqual([]);
  });

  test.each([
    ["🐱", "🐶"],
    ["🇧🇷", "🇵🇹"],
    ["🐱", "🐱🐶"],
    ["sem nada", "🐱"],
  ])("%s is not found by %s", async (written, asked) => {
    expect(await findings([[`Gato ${written} com cartola`, asked]])).toEqual([
      { inTitle: false, inText: false },
    ]);
  });

  test("are found by lists and suggestions, with words or without", async () => {
    await publish("Gato 🐱 com cartola");
    await publish("Gato sem cartola");
    for (const asked of ["🐱", "🐱 cartola", "gato 🐱", "cartola🐱"]) {
      expect(await search(asked), asked).toEqual(["Gato 🐱 com cartola"]);
      expect(await suggest(asked), asked).toEqual(["Gato 🐱 com cartola"]);
    }
    expect(await spell("🦤")).toMatchObject({ data: [], similar: [] });
  });
});

describe("characters that do not show", () => {
  const INVISIBLE = charactersOf(/[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/u);

  test("part no words, in what is written and in what is asked", async () => {
    expect(INVISIBLE.length).toBeGreaterThan(4000);
    const { rows } = await site.ctx.pool.query<{ sign: string }>(
      `select sign from unnest($1::text[]) sign
      where search_document('Um xilo' || sign || 'fone') <> search_document('Um xilofone')
        or search_query('xilo' || sign || 'fone') <> search_query('xilofone')`,
      [INVISIBLE],
    );
    expect(rows).toEqual([]);
  });

  test("are left out by lists, suggestions and spelling", async () => {
    await publish("Guia de inter\u00adna\u00adcio\u00adna\u00adli\u00adza\u00ad\u00e7\u00e3o");
    await countSearchWords(site.ctx);
    const title = "Guia de internacionalização";
    for (const asked of ["internacionalização", "inter\u00adnacionali\u200bzação", "internaciona\u00adl"]) {
      expect(await search(asked), asked).toEqual([title]);
      expect(await suggest(asked), asked).toEqual([title]);
      expect(await spell(asked), asked).not.toHaveProperty("corrected");
    }
    expect(await spell("internacio\u00adnalisação")).toMatchObject({ corrected: "internacionalização" });
  });
});
