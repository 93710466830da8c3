/** `/programas`, embedding: prompts and collections in pages of other sites. */
import { Example } from "#app/programs/example.tsx";
import { type ProgramSection, Topic } from "#app/programs/section.tsx";

function Embedding() {
  return (
    <>
      <p>
        Um prompt ou uma coleção pública pode aparecer dentro do seu site ou blog: com a imagem, o texto, quem
        publicou e, no prompt, um botão de copiar. O quadro segue o tema claro ou escuro de quem lê, não usa
        cookies, não carrega nada de terceiros e mostra sempre a versão atual. Se o prompt sai do site, o
        quadro diz isso.
      </p>
      <Topic id="incorporar-html" title="Em qualquer página">
        <p>
          Na página do prompt, abra “Mais opções” e escolha “Incorporar”; na da coleção, o botão tem o mesmo
          nome. Escolha a largura e cole o código onde o quadro deve aparecer.
        </p>
        <Example name="embed" title="O código de um quadro" />
        <p>
          O quadro funciona de 200 a 600 pixels de largura. <code>allow="clipboard-write"</code> deixa o botão
          copiar direto; sem isso, ele ainda copia, e onde nem isso é permitido o texto fica selecionado.
        </p>
      </Topic>
      <Topic id="oembed" title="Por oEmbed">
        <p>
          Páginas de prompts e de coleções anunciam{" "}
          <a href="https://oembed.com/" rel="noopener" target="_blank" className="text-link">
            oEmbed 1.0
          </a>
          . No WordPress, no Ghost ou no Discourse, cole o endereço em uma linha só dele. Para pedir o código
          por um programa, troque o 1 pelo número de um prompt:
        </p>
        <Example name="oembed" title="O quadro de um endereço" />
        <ul>
          <li>
            <code>maxwidth</code> e <code>maxheight</code>, em pixels, limitam o quadro e a miniatura.
          </li>
          <li>
            404 é para o que não existe, saiu do site, é privado ou não é prompt nem coleção; 401, para
            páginas que só existem dentro da própria conta; 501, para outro formato que não JSON.
          </li>
        </ul>
      </Topic>
    </>
  );
}

export const section: ProgramSection = { id: "incorporar", title: "Incorporar", Content: Embedding };
