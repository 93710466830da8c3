import { describe, expect, test } from "vitest";
import { ORDINARY_PROMPTS } from "./ordinary-prompts.samples.ts";
import { findProfanity, isProfane } from "./profanity.ts";

describe("findProfanity (specification, section 5)", () => {
  test.each([
    ["nothing in a clean text", "Escreva um poema sobre o mar.", []],
    ["nothing in an empty text", "", []],
    [
      "words as they were typed, each once, in order",
      "Que MERDA, caralho! merda de Puta.",
      ["MERDA", "caralho", "Puta"],
    ],
    ["without what clings to them", "«puta!!!» (bosta), *caralho*", ["puta", "bosta", "caralho"]],
    [
      "whole Portuguese words only",
      "A disputa do deputado computador imputou a reputação; enviado e desviado.",
      [],
    ],
    ["phrases wherever they stand", "Cala a boca, seu  arrombado.", ["seu  arrombado"]],
    [
      "no phrase in its parts",
      "O cofre foi arrombado. O dono é seu tio, e o corno inglês é um oboé. Rua vadia.",
      [],
    ],
    ["English by pattern", "what the fuck, motherfucker", ["fuck", "motherfucker"]],
    ["repeated letters", "merrrrda fuuuuuck pooorra", ["merrrrda", "fuuuuuck", "pooorra"]],
    ["letters that the word itself doubles", "A pora do sapato e o caro carro.", []],
    [
      "leet-speak",
      "c@r@lh0 cara1ho m3rd@ sh!t a$$ put4",
      ["c@r@lh0", "cara1ho", "m3rd@", "sh!t", "a$$", "put4"],
    ],
    ["look-alike characters", "рuта", ["рuта"]],
    ["fancy letters", "𝓶𝓮𝓻𝓭𝓪 ⓑⓞⓢⓣⓐ", ["𝓶𝓮𝓻𝓭𝓪", "ⓑⓞⓢⓣⓐ"]],
    [
      "invisible characters and piled marks",
      "pu\u200bta me\u00adrda p̷o̷r̷r̷a̷",
      ["pu\u200bta", "me\u00adrda", "p̷o̷r̷r̷a̷"],
    ],
    ["spelled-out words", "p.u.t.a, m e r d a; f-u-c-k", ["p.u.t.a", "m e r d a", "f-u-c-k"]],
    ["internet forms", "PQP, vsf fdp! vtnc krl crlh", ["PQP", "vsf", "fdp", "vtnc", "krl", "crlh"]],
    ["slurs", "viado traveco nigger faggot", ["viado", "traveco", "nigger", "faggot"]],
    [
      "no identities",
      "Negro, preta, gay, lésbica, travesti, trans, judeu, índio, mulata, baiano, nordestino.",
      [],
    ],
    ["no anatomy", "Seio, mama, pênis, vagina, ânus, sêmen, sexo, orgasmo.", []],
    ["accents that tell words apart", "O cágado e o rapé de Caraí; cagado.", ["cagado"]],
    ["copper, but not in an insult", "Cu e Zn; vai tomar no Cu; VAI TOMAR NO CU", ["Cu"]],
    ["harmless names", "Philip K. Dick, Moby Dick, John Lee Hooker, cum laude, kung fu", []],
    ["nothing in encoded data", `data:image/png;base64,${"fuckPUTA9merda+cu/".repeat(20)}`, []],
  ])("finds %s", (_rule, text, found) => {
    expect(findProfanity(text)).toEqual(found);
  });

  test("finds nothing in ordinary prompts", () => {
    expect(ORDINARY_PROMPTS).toHaveLength(72);
    for (const prompt of ORDINARY_PROMPTS) expect.soft(findProfanity(prompt), prompt).toEqual([]);
  });

  test("finds a word inside each ordinary prompt", () => {
    for (const prompt of ORDINARY_PROMPTS)
      expect.soft(findProfanity(`${prompt} Caralho.`)).toEqual(["Caralho"]);
  });

  // One of each family of words that an untuned matcher flags in a Brazilian dictionary, and what tuning met on its way.
  test("finds nothing in words once flagged", () => {
    const words = `
      Analândia Cumari Cumaru Fagundes Lagonegro Negro Planalto acarretardes alvinegro analfabeta analgésico analisar
      analítica análoga arsênio artesanal asse asseada assear assecla assediar assegurar asseio assepsia asses assexuada
      asso assoalho assoberbar assobiar assolar assole assomar assombrar assonância assoou assoprar assorear assou
      assoviar assá assáveis asséptica assídua assíncrona assíntota assíria assôo bastarda bestial cume cumeeira cúmplice
      cumpra cumprir cúmulo decretardes desbastardes ejacular excretardes fagócito fagote fagulha fretardes incesto
      interpretardes negros negrões orgasmo pantanal picaretardes piíssima pornografia pênis rapei rapem rapé retardar
      secretardes semente sêmen vagina xeretardes ânus
      Fukushima Fukuoka Dickinson Cummings Hooke cockpit cumsum cumprod fkey shiitake rapper rapping fodder cuss putto
      putti snigger pussycat trafficking feckless title assistant assembly assets classes analytics publishIt hookErrors
      SymbolLock Caraí cágado amputaria computaria Rotterdam caragana enviado desviado aliviado abreviado baralho
    `;
    for (const word of words.trim().split(/\s+/)) expect.soft(findProfanity(word), word).toEqual([]);
  });

  // Were any step quadratic, a text would take ten thousand million of them. The processor's time is taken: the machine
  // may be busy.
  test("takes less than five seconds for a hostile text of 100,000 characters", () => {
    const hostile = [
      "p",
      "!",
      "p!",
      "puta",
      "p u t a ",
      "a.",
      "a b ",
      "a$",
      "ass",
      "fuck",
      "#a",
      "cu-",
      "p\u200b",
      "sua ",
      "x",
    ];
    for (const unit of hostile) {
      const before = process.cpuUsage();
      findProfanity(unit.repeat(Math.ceil(100_000 / unit.length)));
      expect(process.cpuUsage(before).user, unit).toBeLessThan(5_000_000);
    }
    expect(findProfanity(`put${"a".repeat(100_000)}`)).toEqual([`put${"a".repeat(57)}…`]);
  }, 300_000);
});

describe("isProfane, for user names", () => {
  test.each([
    "puta",
    "puta123",
    "123puta",
    "_merda_",
    "mer_da",
    "p.u.t.a",
    "MariaPuta",
    "xXputaXx",
    "XxcaralhoxX",
    "supercaralho",
    "Put@",
    "m3rd4",
    "vai_tomar_no_cu",
    "fuck_you",
    "Cuzão",
  ])("refuses %s", (name) => {
    expect(isProfane(name)).toBe(true);
  });

  test.each([
    "maria",
    "Deputado",
    "disputa99",
    "Ana_L",
    "Ana Lise",
    "ana.lima",
    "Lucas.Cunha",
    "cumprido",
    "Negro_Lindo",
    "xoxo",
    "Maxx",
    "joao-pinto",
    "Pica_Pau",
    "Cagliari",
    "computaria",
    "Peru2024",
    "cágado",
  ])("lets %s pass", (name) => {
    expect(isProfane(name)).toBe(false);
  });
});
