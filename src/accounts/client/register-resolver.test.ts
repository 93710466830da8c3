import type { ResolverOptions } from "react-hook-form";
import { expect, test } from "vitest";
import type { RegisterForm } from "#accounts/contract.ts";
import { dialogResolver, pageResolver } from "./register-resolver.ts";

const form: RegisterForm = {
  username: "puta_velha",
  email: "ana@example.com",
  password: "jabuticaba",
  confirmPassword: "jabuticaba",
  terms: true,
};
const options = {} as ResolverOptions<RegisterForm>;

test("the dialog refuses a profane name by itself, the page leaves it to the server", async () => {
  const { errors } = await dialogResolver(form, undefined, options);
  expect(errors.username?.message).toBe("O nome de usuário contém linguagem imprópria");
  expect((await dialogResolver({ ...form, username: "ana_velha" }, undefined, options)).errors).toEqual({});
  expect((await pageResolver(form, undefined, options)).errors).toEqual({});
});
