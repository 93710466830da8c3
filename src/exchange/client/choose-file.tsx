/** The files: chosen, dropped or pasted anywhere, or pasted as text. They are read in the browser and sent as text. */
import FileText from "lucide-react/icons/file-text";
import { useState } from "react";
import { MOST_BYTES, MOST_CHARACTERS, type PreviewRequest } from "#exchange/contract.ts";
import { ACCEPTED, FilesRefused, type Gathered, gatherFiles } from "#exchange/gathered-files.ts";
import { inputMessages, textTooLong, tooManyBytes } from "#exchange/input-messages.ts";
import { messages } from "#exchange/messages.ts";
import { LLM_TYPES, optionsOf } from "#prompts/catalog.ts";
import { Button } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import { Field } from "#ui/field.tsx";
import { useFilesFromAnywhere } from "#ui/files-from-anywhere.ts";
import { FormAlert } from "#ui/form-alert.tsx";
import { Select } from "#ui/select.tsx";
import { TextArea } from "#ui/text-field.tsx";

interface Props {
  running: boolean;
  failed: string | undefined;
  /** @param left names of chosen files that are no text */
  onLook: (request: PreviewRequest, left: string[]) => void;
}

/** Chosen files that are named. */
const MOST_NAMED = 5;

export function ChooseFile({ running, failed, onLook }: Props) {
  const [chosen, setChosen] = useState<Gathered>();
  const [pasted, setPasted] = useState("");
  const [tool, setTool] = useState(String(LLM_TYPES[0].id));
  const [refused, setRefused] = useState<string>();

  const over = useFilesFromAnywhere((files) => void take(files));
  async function take(given: File[]) {
    if (given.length === 0) return;
    try {
      const bytes = given.reduce((sum, { size }) => sum + size, 0);
      if (bytes > MOST_BYTES) throw new FilesRefused(tooManyBytes(bytes));
      const read = given.map(async (file) => ({
        name: file.name,
        bytes: new Uint8Array(await file.arrayBuffer()),
      }));
      setChosen(await gatherFiles(await Promise.all(read)));
      setRefused(undefined);
    } catch (error) {
      setRefused(error instanceof FilesRefused ? error.message : messages.unreadable);
    }
  }
  function look() {
    if (!chosen && pasted.trim() === "") return setRefused(inputMessages.textNeeded);
    if (!chosen && pasted.length > MOST_CHARACTERS) return setRefused(textTooLong(pasted.length));
    setRefused(undefined);
    const source = chosen ? { files: chosen.files } : { text: pasted };
    onLook({ ...source, llm_type_id: Number(tool) }, chosen?.left ?? []);
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
      <Field label="Arquivo" hint="JSON, CSV, Markdown ou YAML, ou um zip deles, até 10 MB" error={refused}>
        {(control) => (
          <div
            className={cx(
              "relative rounded-tile rounded-tr-corner-lg border border-dashed bg-card transition-colors",
              "focus-within:outline-2 focus-within:outline-focus hover:border-ink",
              control["aria-invalid"] ? "border-danger bg-danger-soft" : "border-edge",
              over && "border-solid border-primary bg-primary-soft",
            )}
          >
            <input
              {...control}
              type="file"
              multiple
              accept={ACCEPTED}
              onChange={(event) => {
                void take([...(event.target.files ?? [])]).finally(() => {
                  event.target.value = "";
                });
              }}
              className="absolute inset-0 z-10 size-full cursor-pointer opacity-0"
            />
            <div className="flex min-h-36 flex-col items-center justify-center gap-2 p-6 text-center text-sm">
              <FileText aria-hidden="true" className="size-8 text-primary" strokeWidth={1.5} />
              {chosen ? (
                <>
                  <p className="font-semibold wrap-anywhere">
                    {chosen.files
                      .slice(0, MOST_NAMED)
                      .map(({ name }) => name)
                      .join(", ")}
                    {chosen.files.length > MOST_NAMED && ` e mais ${chosen.files.length - MOST_NAMED}`}
                  </p>
                  {chosen.guessed && <p role="status">{messages.encodingGuessed}</p>}
                </>
              ) : (
                <p>
                  <span className="text-link font-semibold">Escolha um ou mais arquivos</span>
                  <span className="pointer-coarse:hidden"> ou arraste até aqui</span>
                </p>
              )}
            </div>
          </div>
        )}
      </Field>
      {chosen ? (
        <Button variant="ghost" size="sm" className="justify-self-start" onClick={() => setChosen(undefined)}>
          Usar outros arquivos ou colar o texto
        </Button>
      ) : (
        <TextArea
          label="Ou cole o texto do arquivo"
          optional
          rows={5}
          className="[&_textarea]:font-mono"
          spellCheck={false}
          value={pasted}
          onChange={(event) => setPasted(event.target.value)}
        />
      )}
      <Select
        label="Ferramenta para os prompts que não indicam uma"
        className="sm:max-w-xs"
        options={optionsOf(LLM_TYPES)}
        value={tool}
        onChange={(event) => setTool(event.target.value)}
      />
      <p className="max-w-prose text-sm text-muted">
        Importe só o que é seu ou o que a licença permite publicar. Valem as mesmas regras de publicação.
      </p>
      <FormAlert>{failed}</FormAlert>
      <Button type="submit" loading={running} className="justify-self-start">
        Ver prévia
      </Button>
    </form>
  );
}
