/** Correcting the address of a sign-up that waits, and what this tab remembers of the one that was just typed here. */
import { fetchApi } from "#platform/client/api.ts";
import { onSessionChange } from "./session.ts";

interface Typed {
  email: string;
  password: string;
}

/** In the page's memory alone: gone with a reload, and as soon as somebody is logged in. */
let typed: Typed | undefined;

onSessionChange(() => {
  typed = undefined;
});

/** Keeps the password of a registration, or of a login that was refused for the lack of a confirmation. */
export function rememberSignup({ email, password }: Typed): void {
  typed = { email, password };
}

/** @returns the password that was typed here for this address; empty when there was none */
export function rememberedPassword(email: string): string {
  return typed?.email === email ? typed.password : "";
}

/** @throws ApiError naming `new_email` or `password` when one of them is refused */
export async function correctEmail(email: string, password: string, newEmail: string): Promise<void> {
  await fetchApi("/api/auth/correct-email", {
    method: "POST",
    body: { email, password, new_email: newEmail },
  });
  typed = { email: newEmail, password };
}
