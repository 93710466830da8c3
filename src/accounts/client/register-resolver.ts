/** Validates a registration: the contract's rules, and the username's profanity. */
import { zodResolver } from "@hookform/resolvers/zod";
import type { Resolver } from "react-hook-form";
import { type RegisterForm, registerForm } from "#accounts/contract.ts";
import { messages } from "#accounts/messages.ts";

const byContract: Resolver<RegisterForm> = zodResolver(registerForm);

/** The word list loads with the first otherwise valid username; if that fails, the server decides. */
export const registerResolver: Resolver<RegisterForm> = async (form, context, options) => {
  const result = await byContract(form, context, options);
  if (!form.username || "username" in result.errors) return result;
  const profanity = await import("#language/profanity.ts").catch(() => undefined);
  if (!profanity?.isProfane(form.username)) return result;
  const username = { type: "profanity", message: messages.usernameProfane };
  return { values: {}, errors: { ...result.errors, username } };
};
