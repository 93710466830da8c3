/** Which names speak for the site or are addresses, however they are written, and that ordinary ones do neither. */
import { describe, expect, test } from "vitest";
import { usernameText } from "#accounts/contract.ts";
import { personas } from "#seeds/personas.ts";
import { holdsAddress, isReservedName } from "./reserved-names.ts";

const RESERVED = `
  Administrador administradora ADMIN admin2 adm moderador Moderadora Moderação suporte Support staff root sistema
  segurança oficial equipe Prompteca PromptecaBR prompteca_oficial
  4dmin adm1n admln AdmIn aDmlnistrador adrnin Adrninistrador admiin addmin 4dm1n1str4d0r admin_42 _admin_ a.d.m.i.n
  m0der4dor Mod3rador modeerador 5uporte suport3 Pr0mpteca pr0mpt3c4 Prornpteca prompt-eca p.r.o.m.p.t.e.c.a
  aðmin AÐMIN aȡmin aẟmin oficiaȴ ẚdmin ẜuporte ẝuporte admɂin vvebmaster we8master e6uipe se9uranca 5upor7e
  4dm1n42 42suport3 42admin42 admiiin admƪin suporteoficial2026
  Adm1nistrador 4dministr4dor admın admƚn suporŧe Supơrte supørte ṣuporte ßuporte ſuporte 5up0rt3 su.por.te
  nnoderador adnnin adnninistrador ƿrompteca þrompteca promptẹca pr0mptecª
  ádmín ȺDMIN ađmin aclmin Sequrança 0ficial oficlal r00t
  suporteoficial SUPORTEOFICIAL adminoficial equipesuporte superadmin siteadm1n Moderacaobr`
  .trim()
  .split(/\s+/);
const list = (names: string) => names.trim().split(/\s*,\s*/);

const RESERVED_WORDS = list(`
  Equipe Prompteca, Equipe da Prompteca, Suporte Prompteca, Equipe de Suporte, Conta Oficial, Suporte Oficial 24,
  Admin Carla, Carla Moderadora, carla - suporte, AdminCarla, a d m i n, Moderação do Site, The Official Team,
  Conta Oficial 24, Carla ad min`);
/** Letters of other alphabets, and signs, that look like these: no username has any. */
const FOREIGN = `
  supοrte ѕuporte Suрorte Аdmin аdmіn аԁMIN admιn ΑDMIN mоderador モderador mοderαdor prοmpteca Рrompteca promptесa
  տuporte օficial ᎪDMIN ꓮdmin ⅿoderador ⓐⓓⓜⓘⓝ ｓｕｐｏｒｔｅ 𝐬𝐮𝐩𝐨𝐫𝐭𝐞 ᴀᴅᴍɪɴ $uporte adm!n adm|n @dmin suppo®te`
  .trim()
  .split(/\s+/);
const ADDRESSES = list(`
  ana.gmail.com, ana gmail com, ana-gmail-com-br, gmail da ana, www minha loja, www2 minha loja, http minha loja,
  loja com, loja com br, loja com - br, ana_hotmail, www site com, www.site.net, https site, site.com.br,
  Veja prompts.app, bit.ly, compre.site barato, loja.c0m, lojá.com, ganhe.bet, grupo.vip`);
const ORDINARY = [
  ...personas.map(({ username }) => username),
  ...list(`
    Ademir, Admilson, Anna Mann, Joanna, Hanna Modenna, Ademar, Adma, Amin, Yasmin, Jasmin, Moderna, Modesto, Modena, Mood, Moda, Supriya, Suzana,
    Stafford, Staffan, Administrativo, Supermoda, Suportar, Rott, Rute, Rootman, Sistêmica, Seguro, Segura, Oficina,
    Portes, Badminton, Teca, Promptista, Times, Equiparado, Rosana, Damin, Adm. Carla, Equipe Azul, Sistema Solar,
    Oficial de Justiça Ana, anitta oficial, João Segurança, Prompt da Teca, Café com Leite, Comédia com Ana, Telecom,
    mo77d, Prof. Amadeu, bia.estuda, ana.de.souza, maria.sa, so.eu.bia, J. R. Silva, 1998, ___`),
];

describe("a name", () => {
  test.each([...RESERVED, ...RESERVED_WORDS])("is reserved: %s", (name) => {
    expect(isReservedName(name)).toBe(true);
  });
  test.each(FOREIGN)("is none: %s", (name) => {
    expect(usernameText.safeParse(name).success).toBe(false);
  });
  test.each(ADDRESSES)("holds an address: %s", (name) => {
    expect(holdsAddress(name)).toBe(true);
  });
  test.each(ORDINARY)("is anybody's: %s", (name) => {
    expect([isReservedName(name), holdsAddress(name)]).toEqual([false, false]);
  });
});

test.each(["4dmin77", "77admin77"])("the numbers around a reserved name do not hide it: %s", (name) => {
  expect(isReservedName(name)).toBe(true);
});
