/** The invented people of the demo data. They have no password, so nobody can log in as one of them. */

export interface Persona {
  username: string;
  /** On a domain that does not exist, so that no mail can ever be sent. */
  email: string;
  joinedDaysAgo: number;
}

export const personas: readonly Persona[] = [
  { username: "Marina Teles", email: "marina.teles@demo.prompteca.local", joinedDaysAgo: 588 },
  { username: "Iara Monteiro", email: "iara.monteiro@demo.prompteca.local", joinedDaysAgo: 560 },
  { username: "Caio Nogueira", email: "caio.nogueira@demo.prompteca.local", joinedDaysAgo: 505 },
  { username: "Júlia Akemi", email: "julia.akemi@demo.prompteca.local", joinedDaysAgo: 520 },
  { username: "Prof. Amadeu", email: "prof.amadeu@demo.prompteca.local", joinedDaysAgo: 585 },
  { username: "Otávio Brandt", email: "otavio.brandt@demo.prompteca.local", joinedDaysAgo: 515 },
  { username: "Dona Lúcia", email: "dona.lucia@demo.prompteca.local", joinedDaysAgo: 540 },
  { username: "Helena Prado", email: "helena.prado@demo.prompteca.local", joinedDaysAgo: 254 },
  { username: "rafa_costuras", email: "rafa.costuras@demo.prompteca.local", joinedDaysAgo: 241 },
  { username: "davi-dev", email: "davi.dev@demo.prompteca.local", joinedDaysAgo: 433 },
  { username: "Tião do Mapa", email: "tiao.do.mapa@demo.prompteca.local", joinedDaysAgo: 562 },
  { username: "Graça Menezes", email: "graca.menezes@demo.prompteca.local", joinedDaysAgo: 205 },
  { username: "bia.estuda", email: "bia.estuda@demo.prompteca.local", joinedDaysAgo: 187 },
  { username: "Zeca Batuque", email: "zeca.batuque@demo.prompteca.local", joinedDaysAgo: 430 },
  { username: "Nina Farol", email: "nina.farol@demo.prompteca.local", joinedDaysAgo: 142 },
  { username: "Cida Ferreira", email: "cida.ferreira@demo.prompteca.local", joinedDaysAgo: 128 },
  { username: "Jorge Lacerda", email: "jorge.lacerda@demo.prompteca.local", joinedDaysAgo: 119 },
  { username: "Rute Andrade", email: "rute.andrade@demo.prompteca.local", joinedDaysAgo: 97 },
  { username: "Sandra Couto", email: "sandra.couto@demo.prompteca.local", joinedDaysAgo: 76 },
  { username: "Paula Reis", email: "paula.reis@demo.prompteca.local", joinedDaysAgo: 68 },
  { username: "Nivaldo da Serra", email: "nivaldo.da.serra@demo.prompteca.local", joinedDaysAgo: 44 },
  { username: "Lucros na Hora", email: "lucros.na.hora@demo.prompteca.local", joinedDaysAgo: 12 },
];
