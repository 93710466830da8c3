/** The JSON Schema of files in JSON, for other programs. A test holds exports to it, and its limits to those of publication. */
import { DESCRIPTION_LENGTH, NOTE_LENGTH, TITLE_LENGTH } from "#collections/limits.ts";
import { type ExchangedPrompt, FORMAT_NAME, FORMAT_VERSION, MOST_READ } from "#exchange/format.ts";
import { LLM_TYPES, MOST_TAGS, SHORTEST_TAG, TEXT_LIMITS } from "#prompts/catalog.ts";

const text = (maxLength: number, description: string, minLength?: number) => ({
  type: "string",
  ...(minLength !== undefined && { minLength }),
  maxLength,
  description,
});
const orNull = (schema: ReturnType<typeof text>) => ({ ...schema, type: ["string", "null"] });
const fact = (description: string, format: string) => ({ type: ["string", "null"], format, description });

/** @param origin of the site */
export const formatSchema = (origin: string, path: string) => ({
  $schema: "https://json-schema.org/draft/2020-12/schema",
  $id: `${origin}${path}`,
  title: "Prompts da Prompteca",
  description:
    "Campos novos podem vir sem que version mude: ignore os que não conhece. Só uma mudança que faria um leitor antigo entender outra coisa muda version.",
  type: "object",
  required: ["format", "version", "prompts"],
  properties: {
    format: { const: FORMAT_NAME },
    version: { const: FORMAT_VERSION },
    collection: {
      type: "object",
      description: "Só em arquivos de uma coleção.",
      required: ["title"],
      properties: {
        title: text(TITLE_LENGTH, "Título da coleção.", 3),
        description: orNull(text(DESCRIPTION_LENGTH, "Descrição da coleção.")),
      },
    },
    prompts: { type: "array", maxItems: MOST_READ, items: { $ref: "#/$defs/prompt" } },
  },
  $defs: {
    prompt: {
      type: "object",
      required: ["title", "content"],
      properties: {
        title: text(TEXT_LIMITS.title, "Título.", 3),
        content: text(TEXT_LIMITS.content, "O texto do prompt.", 10),
        description: orNull(text(TEXT_LIMITS.description, "O que ele faz.")),
        tool: {
          enum: LLM_TYPES.map(({ name }) => name),
          description: "Ferramenta; sem ela, vale a que você escolher ao importar.",
        },
        tags: {
          type: "array",
          maxItems: MOST_TAGS,
          items: text(TEXT_LIMITS.tag, "Letras, números, espaços e hifens.", SHORTEST_TAG),
        },
        allow_remixes: {
          type: "boolean",
          default: true,
          description: "Se outras pessoas podem publicar adaptações.",
        },
        note: orNull(text(NOTE_LENGTH, "Anotação da coleção.")),
        author: { type: "string", description: "Quem publicou. Não é importado: quem importa publica." },
        url: fact("Página do prompt. Não é importada.", "uri"),
        created_at: fact("Data da publicação. Não é importada.", "date-time"),
        edited_at: fact("Data da última alteração. Não é importada.", "date-time"),
      } satisfies Record<keyof ExchangedPrompt, object>,
    },
  },
});
