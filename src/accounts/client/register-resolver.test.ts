import type { ResolverOptions } from "react-hook-form";
import { expect, test } from "vitest";
import type { RegisterForm } from "#accounts/contract.ts";
import { registerResolver } from "./register-resolver.ts";

const form: RegisterForm = {
  username: "puta_velha",
  email: "ana@example.com",
  password: "jabuticaba",
  confirmPassword: "jabuticaba",
  terms: true,
};
const options = {} as ResolverOptions<RegisterForm>;

test("a profane name is refused before it is sent, in a name of several words too", async () => {
  for (const username of ["puta_velha", "Puta Velha"]) {
    const { errors } = await registerResolver({ ...form, username }, undefined, options);
    expect(errors.username?.message).toBe("O nome de usuário contém linguagem imprópria");
  }
  expect((await registerResolver({ ...form, username: "Ana Velha" }, undefined, options)).errors).toEqual({});
});
