/** Corrects the address of a pending sign-up, and remembers the password just typed in this tab. */
import { fetchApi } from "#platform/client/api.ts";
import { onPersonLeft } from "./left-behind.ts";
import { onSessionChange } from "./session.ts";

interface Typed {
  email: string;
  password: string;
}

/** Only in memory: discarded by a reload and by a login. */
let typed: Typed | undefined;

for (const listen of [onSessionChange, onPersonLeft])
  listen(() => {
    typed = undefined;
  });

/** Remembers the password of a registration, or of a login refused because the address is unconfirmed. */
export function rememberSignup({ email, password }: Typed): void {
  typed = { email, password };
}

/** @returns the remembered password of this address; empty if none */
export function rememberedPassword(email: string): string {
  return typed?.email === email ? typed.password : "";
}

/** @throws ApiError naming `new_email` or `password` when it is refused */
export async function correctEmail(email: string, password: string, newEmail: string): Promise<void> {
  await fetchApi("/api/auth/correct-email", {
    method: "POST",
    body: { email, password, new_email: newEmail },
  });
  typed = { email: newEmail, password };
}
