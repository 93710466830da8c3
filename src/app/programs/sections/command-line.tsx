/** `/programas`, command line: finding, filling in, copying and publishing prompts from a terminal. */

import { Example } from "#app/programs/example.tsx";
import { type ProgramSection, Topic } from "#app/programs/section.tsx";
import { useSite } from "#app/site.tsx";

function CommandLine() {
  const { origin } = useSite();
  return (
    <>
      <p>
        O comando <code>prompteca</code> busca, preenche, copia e publica prompts no terminal. Ele precisa do
        Node 20.19 ou mais novo e de mais nada. O pacote está na pasta <code>cli</code> do repositório do
        site: nela, <code>PROMPTECA_URL={origin} npm pack</code> prepara o de este site, e{" "}
        <code>npm install --global ./prompteca-0.1.0.tgz</code> o instala.
      </p>
      <Example name="command-line" title="Buscar e preencher no terminal" />
      <p>
        Campo é o que está entre colchetes ou chaves, fora de código, e tem ao menos uma palavra de duas
        letras, como <code>[número de pessoas]</code>; <code>[2]</code> e <code>[15 g]</code> ficam no texto.
        Se um campo ficar vazio, ele pergunta; <code>prompteca copiar 12</code> põe o texto na área de
        transferência, também por SSH, se o terminal permitir. Em um pipe, a busca escreve uma linha por
        prompt, com tabulações entre as colunas, ou JSON com <code>--json</code>.{" "}
        <code>prompteca --ajuda</code> lista tudo; cada comando e cada opção tem também um nome em inglês (
        <code className="whitespace-nowrap">prompteca --help --lang en</code>).
      </p>
      <Topic id="linha-de-comando-publicar" title="Publicar de um arquivo">
        <p>
          O arquivo é Markdown, como os que o site exporta, com os dados do prompt no começo e a imagem ao
          lado:
        </p>
        <Example name="prompt-file" title="meu-prompt.md" />
        <Example name="command-line-publish" title="Publicar no terminal" />
        <p>
          Sem <code>--sim</code>, ele mostra o que será publicado e pergunta. Repetir o comando não publica
          duas vezes. Publicar e ver os favoritos pedem uma chave, com as permissões <code>publish</code> e{" "}
          <code>read</code>: <code>prompteca entrar</code> a lê sem mostrar e a guarda num arquivo que só você
          pode ler; a variável <code>PROMPTECA_KEY</code> vale no lugar dela, para o site padrão ou o de{" "}
          <code>PROMPTECA_URL</code>. Na linha de comando, onde outros programas a leriam, uma chave é
          recusada.
        </p>
      </Topic>
    </>
  );
}

export const section: ProgramSection = {
  id: "linha-de-comando",
  title: "Linha de comando",
  Content: CommandLine,
};
