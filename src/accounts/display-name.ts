/** The display name of the logged-in user; apart from the schemas, which most pages do not load. */

/**
 * The username, else the part of the e-mail before the @, else 'Usuário' (specification, section 3).
 * @param user from the sign-in service
 */
export function displayName(user: {
  email?: string | undefined;
  user_metadata?: { username?: unknown } | undefined;
}): string {
  const chosen = user.user_metadata?.username;
  if (typeof chosen === "string" && chosen.trim()) return chosen;
  return user.email?.split("@")[0] || "Usuário";
}
