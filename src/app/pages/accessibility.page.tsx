/** `/accessibility`: the accessibility statement: standard, tests, known limitations, feedback. */

import { WriteTo } from "#app/legal/contact.tsx";
import { LegalPage, LegalSection } from "#app/legal/legal-page.tsx";
import type { Page } from "#app/page.ts";
import { ShortcutSwitch } from "#library/client/search/shortcut-switch.tsx";
import { TextLink } from "#ui/button-link.tsx";

function AccessibilityStatement() {
  return (
    <LegalPage
      title="Acessibilidade"
      updated="2026-11-21"
      summary={
        <p>
          Em poucas palavras: a Prompteca é para todas as pessoas, com qualquer aparelho, corpo ou jeito de
          ler. Seguimos a norma internacional, dizemos o que ainda falta, e quem encontrar uma barreira tem a
          quem recorrer.
        </p>
      }
    >
      <LegalSection id="norma" title="A norma que seguimos">
        <p>
          As Diretrizes de Acessibilidade para Conteúdo Web,{" "}
          <TextLink href="https://www.w3.org/TR/WCAG22/">WCAG 2.2</TextLink>, do W3C, nos níveis A e AA. A Lei
          Brasileira de Inclusão (Lei nº 13.146/2015, art. 63) pede as diretrizes adotadas internacionalmente:
          são estas.
        </p>
        <p>
          Todas as telas e janelas do site atendem a esses níveis até onde pudemos verificar. As exceções que
          conhecemos estão nesta página, em{" "}
          <a href="#limites" className="text-link">
            O que ainda falta
          </a>
          .
        </p>
      </LegalSection>
      <LegalSection id="recursos" title="O que você pode esperar">
        <ul>
          <li>Tudo funciona só com o teclado, e sempre se vê onde o foco está.</li>
          <li>
            O primeiro Tab de cada página leva ao atalho “Pular para o conteúdo”. Títulos, regiões e nomes dos
            botões estão marcados para leitores de tela.
          </li>
          <li>
            Erros de formulário são descritos em palavras, junto do campo, e anunciados pelo leitor de tela.
          </li>
          <li>
            O texto pode crescer até 200%, e a página até 400%, sem que algo se perca ou seja preciso rolar
            para os lados. Tabelas largas viram fichas em telas estreitas.
          </li>
          <li>
            O contraste segue a norma nos temas claro e escuro, que você escolhe no alto da página. As cores
            impostas pelo sistema, como o alto contraste, são respeitadas.
          </li>
          <li>
            Se o seu aparelho pede menos movimento, nada se move sozinho. O carrossel do início e as imagens
            animadas sempre podem ser pausados.
          </li>
          <li>
            Botões e links têm pelo menos 24 por 24 pixels. Nada exige arrastar, decifrar imagens nem decorar
            senhas: elas podem ser coladas ou preenchidas por um gerenciador.
          </li>
          <li>Ler, buscar e abrir prompts funciona mesmo sem JavaScript.</li>
          <li>
            A tecla / leva à busca, fora de campos de texto. Quem usa comandos de voz, ou a aperta sem querer,
            pode desligá-la aqui, neste navegador.
          </li>
        </ul>
        <ShortcutSwitch />
      </LegalSection>
      <LegalSection id="verificacao" title="O que foi verificado, e como">
        <p>
          A cada mudança, testes automáticos abrem todas as telas e janelas em um navegador, nos temas claro e
          escuro, em tela larga e de celular. Eles aplicam as regras do axe para as WCAG 2.0 a 2.2 e medem o
          tamanho dos botões, o texto ampliado e espaçado, a largura de 320 pixels, as animações e o que o
          leitor de tela anuncia. Um percurso completo é feito só com o teclado.
        </p>
        <p>
          Além disso, percorremos os critérios da norma um a um e conferimos as telas com cores forçadas. Esta
          avaliação foi feita por quem desenvolve o site, não por uma empresa de fora.
        </p>
      </LegalSection>
      <LegalSection id="limites" title="O que ainda falta">
        <ul>
          <li>
            <strong>Imagens publicadas.</strong> Quem publica pode descrever a imagem, mas não tem obrigação.
            Sem descrição, o leitor de tela diz apenas “Imagem do prompt” e o título. Textos dentro das
            imagens também dependem de quem as fez.
          </li>
          <li>
            <strong>Textos publicados.</strong> Prompts em outra língua não estão marcados como tais, e o
            leitor de tela os lê como se fossem em português. Desenhos feitos com letras podem soar confusos.
          </li>
          <li>
            <strong>Sem JavaScript</strong>, imagens animadas se movem sem que se possa pausá-las.
          </li>
          <li>
            <strong>Leitores de tela.</strong> O site ainda não foi avaliado por pessoas que usam leitores de
            tela, lupas ou controle por voz no dia a dia. Se é o seu caso, sua experiência nos ajuda muito.
          </li>
          <li>
            <strong>Páginas de fora</strong>, como as das ferramentas de IA e a comunidade no chat, não
            dependem de nós.
          </li>
        </ul>
      </LegalSection>
      <LegalSection id="reclamar" title="Encontrou uma barreira?">
        <p>
          Conte para nós, do jeito que for mais fácil: não é preciso ter conta nem usar termos técnicos. Ajuda
          saber em que página aconteceu, o que você queria fazer e com que aparelho, navegador e recurso de
          acessibilidade.
        </p>
        <WriteTo about="contact" />
        <p>
          Você também pode pedir por ali, em texto simples, qualquer conteúdo do site que não consiga ler, ou
          que façamos por você o que uma tela não deixou fazer.
        </p>
      </LegalSection>
      <LegalSection id="depois" title="O que acontece depois">
        <p>
          Uma pessoa da administração lê a mensagem, tenta reproduzir o problema e responde em até 15 dias: o
          que será corrigido e quando, ou por que não é possível e que alternativa há até lá. O que impede
          alguém de usar o site passa à frente de novidades. O que não pudermos resolver logo entra na lista
          acima.
        </p>
        <p>
          Se a resposta não vier ou não resolver, você pode procurar o Ministério Público do seu estado, a
          Defensoria Pública ou o Disque 100, que recebem denúncias de violação dos direitos das pessoas com
          deficiência.
        </p>
      </LegalSection>
    </LegalPage>
  );
}

export const page: Page = {
  Component: AccessibilityStatement,
  head: () => ({
    title: "Acessibilidade",
    description:
      "A norma de acessibilidade que a Prompteca segue, o que foi verificado, o que ainda falta e como reclamar de uma barreira.",
  }),
};
