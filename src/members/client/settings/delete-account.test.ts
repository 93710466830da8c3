import { expect, test } from "vitest";
import { whatGoes } from "./delete-account.tsx";

test("each thing is told with its number, one or many", () => {
  const many = {
    prompts: 1234,
    pictures: 1200,
    likes: 2,
    favorites: 3,
    results: 5,
    collections: 5,
    identities: 2,
    passkeys: 3,
    sessions: 4,
    needs_password: true,
  };
  expect(whatGoes(many)).toEqual([
    "seu perfil, com nome de usuário, e-mail e senha",
    "1.234 prompts publicados, com 1.200 imagens",
    "2 curtidas suas",
    "3 favoritos",
    "5 respostas a “Funcionou?”",
    "5 coleções",
    "2 contas vinculadas",
    "3 chaves de acesso",
    "4 sessões abertas",
  ]);
  const one = {
    prompts: 1,
    pictures: 1,
    likes: 1,
    favorites: 1,
    results: 1,
    collections: 1,
    identities: 1,
    passkeys: 1,
    sessions: 1,
    needs_password: true,
  };
  expect(whatGoes(one)).toEqual([
    "seu perfil, com nome de usuário, e-mail e senha",
    "1 prompt publicado, com 1 imagem",
    "1 curtida sua",
    "1 favorito",
    "1 resposta a “Funcionou?”",
    "1 coleção",
    "1 conta vinculada",
    "1 chave de acesso",
    "1 sessão aberta",
  ]);
});

test("what there is none of is not told", () => {
  const none = {
    prompts: 0,
    pictures: 0,
    likes: 0,
    favorites: 0,
    results: 0,
    collections: 0,
    identities: 0,
    passkeys: 0,
    sessions: 1,
    needs_password: true,
  };
  expect(whatGoes(none)).toHaveLength(2);
});
