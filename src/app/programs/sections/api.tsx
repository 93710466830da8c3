/** `/programas`, API: reading over HTTP, and the API's promises. */

import { Example } from "#app/programs/example.tsx";
import { type ProgramSection, Topic } from "#app/programs/section.tsx";
import { useSite } from "#app/site.tsx";
import { TextLink } from "#ui/button-link.tsx";

/** Codes of refusals that any program may meet; those of keys are in their own section. */
const CODES: Record<string, string> = {
  validation_failed: "um parâmetro ou campo está errado; field diz qual e, se são vários, errors diz todos.",
  bad_request: "não foi possível entender o pedido: endereço, corpo ou cabeçalhos.",
  unauthorized: "a chamada pede uma chave ou uma sessão.",
  forbidden: "quem chama não pode fazer isso.",
  user_banned: "a conta de quem chama está bloqueada.",
  not_found: "não existe nada nesse endereço.",
  prompt_not_found: "o prompt não existe, ou saiu do site.",
  user_not_found: "a pessoa não existe, ou a conta foi excluída.",
  collection_not_found: "a coleção não existe, ou é privada.",
  profanity: "o texto tem uma palavra que o site não publica.",
  version_conflict: "o prompt mudou depois que você o leu.",
  over_request_rate_limit: "pedidos demais em pouco tempo; espere o que Retry-After diz.",
  over_capacity: "o site está cheio neste momento; espere o que Retry-After diz.",
  unavailable: "o site está fora do ar por um instante.",
  maintenance: "o site está em manutenção; espere o que Retry-After diz.",
  internal_error: "algo deu errado do nosso lado.",
};

function Api() {
  const { origin } = useSite();
  return (
    <>
      <p>
        As páginas do site usam a mesma API que os seus programas. As chamadas começam em{" "}
        <code>{origin}/api/v1</code>, as respostas são JSON em UTF-8, e os textos vêm como as pessoas os
        escreveram. Cada chamada, com seus campos e limites, está na{" "}
        <a href="/api/docs" className="text-link">
          referência
        </a>
        ; a descrição em OpenAPI 3.1 é <TextLink href="/api/v1/openapi.json">openapi.json</TextLink>.
      </p>
      <Topic id="promessa" title="O que prometemos">
        <p>
          Dentro de <code>/api/v1</code>, uma chamada não muda de endereço, de parâmetros nem de ordem; um
          campo não perde o nome, o tipo nem o sentido; uma recusa mantém o status e o <code>code</code>; e o
          que se lê sem chave continua assim.
        </p>
        <p>
          Podem aparecer, sem aviso, chamadas, parâmetros opcionais, campos e valores novos, como uma
          ferramenta a mais: ignore o que o seu programa não conhece. Podem mudar também as palavras das
          mensagens e os limites, que as respostas informam.
        </p>
        <p>
          O que tiver de sair é anunciado com pelo menos 12 meses de antecedência: nas novidades, nesta página
          e nas próprias respostas, com os cabeçalhos <code>Deprecation</code>, <code>Sunset</code> e{" "}
          <code>Link</code>. Ficam fora da promessa as chamadas de administração, moderação e contas, que são
          das telas do site, e o que a lei ou a segurança de alguém exigir na hora.
        </p>
      </Topic>
      <Topic id="paginas" title="Páginas de uma lista">
        <p>
          O cabeçalho <code>Link</code> leva à primeira página, à anterior, à seguinte e à última, com os
          mesmos filtros. Siga <code>next</code> até não haver mais: ele continua de onde a página parou, e
          nada se repete nem se perde enquanto outras pessoas publicam. Assim você também passa dos mil
          primeiros resultados de uma busca.
        </p>
        <Example name="pages" title="Percorrer a biblioteca inteira" />
      </Topic>
      <Topic id="mudou" title="Só o que mudou">
        <p>
          Toda leitura traz um <code>ETag</code>. Envie-o de volta em <code>If-None-Match</code>: se nada
          mudou, a resposta é 304 e não traz corpo.
        </p>
        <Example name="unchanged" title="Pedir de novo só se mudou" />
      </Topic>
      <Topic id="erros" title="Erros">
        <p>
          Um erro é <code>{"{message, code, field?, errors?}"}</code>; com{" "}
          <code>Accept: application/problem+json</code>, vem na forma da RFC 9457. A mensagem é para pessoas,
          em português; o código é para programas.
        </p>
        <Example name="errors" title="Entender uma recusa" />
        <ul>
          {Object.entries(CODES).map(([code, meaning]) => (
            <li key={code} id={`erro-${code}`} className="scroll-mt-24">
              <code>{code}</code>: {meaning}
            </li>
          ))}
        </ul>
      </Topic>
      <Topic id="limites" title="Limites">
        <p>
          Uma resposta que contou para um limite diz quanto resta: <code>RateLimit-Policy</code> é o limite,{" "}
          <code>RateLimit</code> o que sobra e em quantos segundos o limite recomeça. Acima dele vem 429, com{" "}
          <code>Retry-After</code>. São 120 buscas e 60 comparações por minuto e por endereço; respostas que o
          site já tem prontas, iguais para todo mundo, não contam.
        </p>
      </Topic>
      <Topic id="navegador" title="No navegador">
        <p>
          Páginas de outros sites podem ler tudo o que é público, e com uma chave o que ela permite ler
          (CORS). Escrever, não: uma chave que publica não deve ficar em uma página.
        </p>
      </Topic>
    </>
  );
}

export const section: ProgramSection = { id: "api", title: "API", Content: Api };
