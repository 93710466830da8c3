/** The file: chosen, dropped on its field, or pasted as text. It is read in the browser and sent as text. */
import FileText from "lucide-react/icons/file-text";
import { useState } from "react";
import { FILE_FORMATS, type FileFormat, MOST_CHARACTERS, type PreviewRequest } from "#exchange/contract.ts";
import { inputMessages } from "#exchange/input-messages.ts";
import { messages } from "#exchange/messages.ts";
import { LLM_TYPES, optionsOf } from "#prompts/catalog.ts";
import { Button } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import { Field } from "#ui/field.tsx";
import { FormAlert } from "#ui/form-alert.tsx";
import { Select } from "#ui/select.tsx";
import { TextArea } from "#ui/text-field.tsx";
import { type Decoded, decodeFile } from "./decode-file.ts";

interface Props {
  running: boolean;
  failed: string | undefined;
  onLook: (request: PreviewRequest) => void;
}

interface Chosen extends Decoded {
  name: string;
}

/** Told by the name; otherwise the server guesses from the text. */
const formatOf = (name: string): FileFormat | undefined =>
  FILE_FORMATS.find((format) => name.toLowerCase().endsWith(`.${format}`)) ??
  (/\.markdown$/i.test(name) ? "md" : undefined);

export function ChooseFile({ running, failed, onLook }: Props) {
  const [chosen, setChosen] = useState<Chosen>();
  const [pasted, setPasted] = useState("");
  const [tool, setTool] = useState(String(LLM_TYPES[0].id));
  const [refused, setRefused] = useState<string>();

  async function take(file: File | undefined) {
    if (!file) return;
    // A character takes four bytes at most.
    if (file.size > 4 * MOST_CHARACTERS) return setRefused(inputMessages.textTooLong);
    const buffer = await file.arrayBuffer().catch(() => undefined);
    if (!buffer) return setRefused(messages.unreadable);
    const decoded = decodeFile(new Uint8Array(buffer));
    setRefused(decoded ? undefined : inputMessages.notText);
    if (decoded) setChosen({ name: file.name, ...decoded });
  }
  function look() {
    const text = chosen?.text ?? pasted;
    if (text.trim() === "") return setRefused(inputMessages.textNeeded);
    if (text.length > MOST_CHARACTERS) return setRefused(inputMessages.textTooLong);
    setRefused(undefined);
    const format = chosen && formatOf(chosen.name);
    onLook({ text, llm_type_id: Number(tool), ...(format && { format }) });
  }

  return (
    <form
      noValidate
      className="grid gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        look();
      }}
    >
      <Field label="Arquivo" hint="JSON, CSV ou Markdown, até um milhão de caracteres" error={refused}>
        {(control) => (
          <div
            className={cx(
              "relative rounded-tile rounded-tr-corner-lg border border-dashed bg-card transition-colors",
              "focus-within:outline-2 focus-within:outline-focus hover:border-ink",
              control["aria-invalid"] ? "border-danger bg-danger-soft" : "border-edge",
            )}
          >
            <input
              {...control}
              type="file"
              accept=".json,.csv,.md,.markdown,.txt,application/json,text/csv,text/markdown,text/plain"
              onChange={(event) => {
                void take(event.target.files?.[0]);
                event.target.value = "";
              }}
              className="absolute inset-0 z-10 size-full cursor-pointer opacity-0"
            />
            <div className="flex min-h-36 flex-col items-center justify-center gap-2 p-6 text-center text-sm">
              <FileText aria-hidden="true" className="size-8 text-primary" strokeWidth={1.5} />
              {chosen ? (
                <>
                  <p className="font-semibold wrap-anywhere">{chosen.name}</p>
                  {chosen.guessed && <p role="status">{messages.encodingGuessed}</p>}
                </>
              ) : (
                <p>
                  <span className="text-link font-semibold">Escolha um arquivo</span>
                  <span className="pointer-coarse:hidden"> ou arraste até aqui</span>
                </p>
              )}
            </div>
          </div>
        )}
      </Field>
      {chosen ? (
        <Button variant="ghost" size="sm" className="justify-self-start" onClick={() => setChosen(undefined)}>
          Usar outro arquivo ou colar o texto
        </Button>
      ) : (
        <TextArea
          label="Ou cole o texto do arquivo"
          optional
          rows={5}
          className="[&_textarea]:font-mono [&_textarea]:text-sm"
          spellCheck={false}
          value={pasted}
          onChange={(event) => setPasted(event.target.value)}
        />
      )}
      <Select
        label="Ferramenta dos prompts que não dizem a sua"
        className="sm:max-w-xs"
        options={optionsOf(LLM_TYPES)}
        value={tool}
        onChange={(event) => setTool(event.target.value)}
      />
      <p className="max-w-prose text-sm text-muted">
        Importe só o que é seu ou o que a licença deixa publicar. As regras são as da publicação.
      </p>
      <FormAlert>{failed}</FormAlert>
      <Button type="submit" loading={running} className="justify-self-start">
        Ver o que vem
      </Button>
    </form>
  );
}
