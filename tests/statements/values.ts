/** Values for calls of queries. Nothing is run with them: they only have to be of the right kind. */
export const ID = "00000000-0000-4000-8000-000000000000";
export const EMAIL = "ana@exemplo.com.br";
export const USERNAME = "Ana";
export const HASH = Buffer.alloc(32);
export const DATE = new Date(0);
export const PROMPT = 1;
export const PAGE = { limit: 12, offset: 24 };
export const IMAGE = "0".repeat(32);
