/** What a person is called to themselves; apart from the schemas, so that every page can have it without them. */

/**
 * The username, else the part of the e-mail before the @, else 'Usuário' (specification, section 3).
 * @param user as the sign-in service describes it
 */
export function displayName(user: {
  email?: string | undefined;
  user_metadata?: { username?: unknown } | undefined;
}): string {
  const chosen = user.user_metadata?.username;
  if (typeof chosen === "string" && chosen.trim()) return chosen;
  return user.email?.split("@")[0] || "Usuário";
}
