/** The invented people of the demo data. They have no password, so nobody can log in as one of them. */

export interface Persona {
  username: string;
  /** On a domain that does not exist, so that no mail can ever be sent. */
  email: string;
  joinedDaysAgo: number;
}

export const personas: readonly Persona[] = [
  { username: "Marina Teles", email: "marina.teles@demo.prompteca.local", joinedDaysAgo: 312 },
  { username: "Iara Monteiro", email: "iara.monteiro@demo.prompteca.local", joinedDaysAgo: 310 },
  { username: "Caio Nogueira", email: "caio.nogueira@demo.prompteca.local", joinedDaysAgo: 305 },
  { username: "Júlia Akemi", email: "julia.akemi@demo.prompteca.local", joinedDaysAgo: 301 },
  { username: "Prof. Amadeu", email: "prof.amadeu@demo.prompteca.local", joinedDaysAgo: 290 },
  { username: "Otávio Brandt", email: "otavio.brandt@demo.prompteca.local", joinedDaysAgo: 275 },
  { username: "Dona Lúcia", email: "dona.lucia@demo.prompteca.local", joinedDaysAgo: 268 },
  { username: "Helena Prado", email: "helena.prado@demo.prompteca.local", joinedDaysAgo: 254 },
  { username: "rafa_costuras", email: "rafa.costuras@demo.prompteca.local", joinedDaysAgo: 241 },
  { username: "davi-dev", email: "davi.dev@demo.prompteca.local", joinedDaysAgo: 233 },
  { username: "Tião do Mapa", email: "tiao.do.mapa@demo.prompteca.local", joinedDaysAgo: 220 },
  { username: "Graça Menezes", email: "graca.menezes@demo.prompteca.local", joinedDaysAgo: 205 },
  { username: "bia.estuda", email: "bia.estuda@demo.prompteca.local", joinedDaysAgo: 187 },
  { username: "Zeca Batuque", email: "zeca.batuque@demo.prompteca.local", joinedDaysAgo: 160 },
  { username: "Nina Farol", email: "nina.farol@demo.prompteca.local", joinedDaysAgo: 142 },
];
