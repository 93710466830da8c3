import { expect, test } from "vitest";
import { foldText } from "./fold.ts";
import { singular } from "./singular.ts";

const key = (word: string) => singular(foldText(word));

test.each([
  ["redação", "redações"],
  ["pão", "pães"],
  ["mãe", "mães"],
  ["mão", "mãos"],
  ["imagem", "imagens"],
  ["cartoon", "cartoons"],
  ["tom", "tons"],
  ["animal", "animais"],
  ["papel", "papéis"],
  ["móvel", "móveis"],
  ["fácil", "fáceis"],
  ["infantil", "infantis"],
  ["perfil", "perfis"],
  ["azul", "azuis"],
  ["lençol", "lençóis"],
  ["herói", "heróis"],
  ["samurai", "samurais"],
  ["lei", "leis"],
  ["pai", "pais"],
  ["flor", "flores"],
  ["torre", "torres"],
  ["livre", "livres"],
  ["professor", "professores"],
  ["luz", "luzes"],
  ["vez", "vezes"],
  ["mês", "meses"],
  ["inglês", "ingleses"],
  ["base", "bases"],
  ["frase", "frases"],
  ["classe", "classes"],
  ["filme", "filmes"],
  ["retrato", "retratos"],
  ["ideia", "ideias"],
  ["rua", "ruas"],
  ["emoji", "emojis"],
  ["software", "softwares"],
  ["post", "posts"],
  ["game", "games"],
  ["mail", "mails"],
])("%s and %s are one", (one, many) => {
  expect(key(many)).toBe(key(one));
});

test.each([
  ["mãe", "mão"],
  ["programa", "programação"],
  ["poeta", "poesia"],
  ["carta", "carro"],
  ["gps", "gp"],
  ["css", "cs"],
  ["arte", "artista"],
  ["pai", "pá"],
  ["mal", "mau"],
  ["logo", "logotipo"],
])("%s and %s are two", (one, other) => {
  expect(key(one)).not.toBe(key(other));
});

test.each(["gps", "css", "ios", "a", ""])("%s is no plural", (word) => {
  expect(key(word)).toBe(word);
});
