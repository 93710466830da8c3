/** `/programas`, importing and exporting: the files, and the calls. */
import { Example } from "#app/programs/example.tsx";
import { type ProgramSection, Topic } from "#app/programs/section.tsx";
import {
  MOST_A_DAY,
  MOST_AT_ONCE,
  MOST_CHARACTERS,
  MOST_PREVIEWED,
  MOST_READ,
  UNDO_HOURS,
} from "#exchange/format.ts";
import { FORMAT_SCHEMA, IMPORT_PAGE } from "#exchange/paths.ts";
import { TextLink } from "#ui/button-link.tsx";
import { formatCount } from "#ui/numbers.ts";

function ImportExport() {
  return (
    <>
      <p>
        Os seus prompts e qualquer coleção saem em JSON, CSV ou Markdown, e os mesmos arquivos entram de volta
        na página <TextLink href={IMPORT_PAGE}>Importar prompts</TextLink>. Exportar e importar em outro site
        dá o mesmo arquivo, a não ser por endereços e datas. As imagens não vão junto: elas estão na cópia de
        tudo o que é seu, nas configurações.
      </p>
      <p>
        Em um programa, troque o 1 pelo número de uma coleção, que está no endereço dela, e <code>csv</code>{" "}
        por <code>json</code> ou <code>md</code>, se quiser:
      </p>
      <Example name="export" title="Baixar uma coleção" />
      <p>
        Os seus próprios prompts estão em <code>/api/v1/account/prompts/json</code> (ou <code>csv</code>,{" "}
        <code>md</code>), com uma chave que tem <code>read</code>.
      </p>
      <Topic id="arquivos" title="Como é o arquivo">
        <p>
          Só <code>title</code> e <code>content</code> são obrigatórios. <code>tool</code> é uma ferramenta da
          nossa lista; sem ela, vale a que você escolher ao importar. <code>url</code>,{" "}
          <code>created_at</code>, <code>edited_at</code> e <code>author</code> vêm nos arquivos que o site
          escreve e não são importados. Campos que não conhecemos ficam de fora, e a prévia diz quais. O JSON
          tem um <TextLink href={FORMAT_SCHEMA}>JSON Schema</TextLink>: <code>version</code> só muda se um
          leitor antigo fosse entender outra coisa.
        </p>
        <Example name="prompts-file" title="O mesmo prompt nos três formatos" />
        <ul>
          <li>
            <strong>CSV</strong>: RFC 4180, em UTF-8, com vírgulas; com <code>?separator=semicolon</code>, com
            ponto e vírgula, que o Excel em português abre como tabela. Ao importar, lemos os dois, tabulação
            também, e na página até o que o Excel salva em Windows-1252. As colunas <code>act</code> e{" "}
            <code>prompt</code>, da coleção aberta mais conhecida, valem como <code>title</code> e{" "}
            <code>content</code>. O que uma planilha tomaria por fórmula (começa com =, +, - ou @) ganha um
            apóstrofo na frente ao sair e o perde ao entrar.
          </li>
          <li>
            <strong>Markdown</strong>: um cabeçalho em YAML entre linhas <code>---</code> e o texto em um
            bloco <code>prompt</code>, quantas vezes for preciso no mesmo arquivo. Âncoras e referências do
            YAML são recusadas.
          </li>
          <li>
            <strong>Coleções</strong> levam título e descrição, e cada prompt a sua anotação (
            <code>note</code>).
          </li>
        </ul>
        <p>
          Também entram arquivos que outros escrevem, vários de uma vez ou em um zip: skills e agentes em
          Markdown (<code>name</code> e <code>description</code>), cabeçalhos em TOML entre linhas{" "}
          <code>+++</code>, um Markdown sem cabeçalho que começa com <code># Título</code>, JSON com um objeto
          só, com um por linha (NDJSON) ou com a lista sob outro nome, e YAML. Um bloco só vale como o texto
          inteiro se não há nada fora dele. Os nomes dos campos valem em português e em inglês, com ou sem
          acentos e maiúsculas; tags escritas em um texto só são separadas por vírgulas ou, no Markdown, por
          espaços. De quem é um prompt, dizem <code>author</code>, <code>autor</code> ou{" "}
          <code>contributor</code>: a prévia o mostra, e a página não marca o que é de outra pessoa.
        </p>
      </Topic>
      <Topic id="importar" title="Importar por um programa">
        <p>
          <code>POST /api/v1/imports/preview</code> diz o que seria importado de <code>text</code> (o arquivo
          inteiro), o que seria recusado e por quê, com a linha. No lugar de <code>text</code>,{" "}
          <code>files</code> é uma lista de arquivos (<code>name</code> e <code>text</code>).{" "}
          <code>POST /api/v1/imports</code>, com os números escolhidos em <code>chosen</code>, traz todos ou
          nenhum; os dois pedem uma chave com <code>publish</code>. Valem as regras da publicação. Um arquivo
          tem até {formatCount(MOST_CHARACTERS)} caracteres e {formatCount(MOST_READ)} prompts; uma prévia
          olha {formatCount(MOST_PREVIEWED)}, de cada vez são importados até {MOST_AT_ONCE}, e uma conta
          importa {MOST_A_DAY} em 24 horas. Com <code>credit_authors</code>, a descrição de um prompt de outra
          pessoa ganha o nome dela. Cada prompt recebe uma ilustração de azulejo no lugar da imagem.{" "}
          <code>DELETE /api/v1/imports/{"{id}"}</code> desfaz por {UNDO_HOURS} horas o que não mudou depois.
        </p>
      </Topic>
    </>
  );
}

export const section: ProgramSection = {
  id: "importar-exportar",
  title: "Importar e exportar",
  Content: ImportExport,
};
