/** The demo people: invented, Brazilian, and unable to log in. */

export interface Persona {
  username: string;
  email: string;
  joinedDaysAgo: number;
}

/** Days since each of them joined; nobody publishes before that. */
const joined: Record<string, number> = {
  "Marina Tavares": 340,
  "joao.pedro": 332,
  "Dona Cida": 325,
  rafa_dev: 318,
  "Thaís Nakamura": 310,
  "Beto Sampaio": 306,
  "luiza-ilustra": 290,
  "Prof. Anselmo": 285,
  "Caio Figueira": 240,
  iara_m: 210,
  "Nivaldo Reis": 180,
  "Bia Quadros": 150,
  "otavio.films": 120,
  "Jussara Lima": 90,
};

/** The part of a made-up address that says whose it is. */
function localPart(username: string): string {
  return username
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ".")
    .replace(/^\.|\.$/g, "");
}

export const personas: readonly Persona[] = Object.entries(joined).map(([username, joinedDaysAgo]) => ({
  username,
  email: `${localPart(username)}@demo.prompteca.local`,
  joinedDaysAgo,
}));
