/** Validates a registration: the contract's rules, and in the dialog also the username's profanity. */
import { zodResolver } from "@hookform/resolvers/zod";
import type { Resolver } from "react-hook-form";
import { type RegisterForm, registerModalForm, registerPageForm } from "#accounts/contract.ts";
import { messages } from "#accounts/messages.ts";

/** The page's form, with the looser username. */
export const pageResolver: Resolver<RegisterForm> = zodResolver(registerPageForm);

const strictNames: Resolver<RegisterForm> = zodResolver(registerModalForm);

/** The dialog's form. The word list loads with the first otherwise valid username; if that fails, the server decides. */
export const dialogResolver: Resolver<RegisterForm> = async (form, context, options) => {
  const result = await strictNames(form, context, options);
  if (!form.username || "username" in result.errors) return result;
  const profanity = await import("#language/profanity.ts").catch(() => undefined);
  if (!profanity?.isProfane(form.username)) return result;
  const username = { type: "profanity", message: messages.usernameProfane };
  return { values: {}, errors: { ...result.errors, username } };
};
