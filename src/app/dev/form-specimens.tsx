/** Form fields in every state, for `/dev/ui`. */
import { useEffect, useState } from "react";
import { ClearedNotice, type Leave } from "#prompts/client/form/cleared-notice.tsx";
import { DraftNotice } from "#prompts/client/form/draft-notice.tsx";
import { FoundPromptOffer } from "#prompts/client/form/found-prompt-offer.tsx";
import { EMPTY_DRAFT } from "#prompts/client/form/prompt-draft.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { FileDrop } from "#ui/file-drop.tsx";
import { PasswordField } from "#ui/password-field.tsx";
import { Progress } from "#ui/progress.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import { Select } from "#ui/select.tsx";
import { SubmitButton } from "#ui/submit-button.tsx";
import { TextArea, TextField } from "#ui/text-field.tsx";
import { samplePrompt } from "./samples.ts";
import { Section, Specimen } from "./specimen.tsx";

const pair = "grid gap-5 sm:grid-cols-2";
const savedAt = Date.parse(samplePrompt.created_at);
const sentences = ["ChatGPT", "Claude"].map((name) => ({
  value: name,
  label: name,
  sentence: "O que esta escolha quer dizer, em uma frase.",
}));
const options = ["ChatGPT", "Claude", "Gemini"].map((name) => ({ value: name, label: name }));

export function FormSpecimens() {
  return (
    <Section id="formularios" title="Formulários">
      <Specimen name="Texto" className={pair}>
        <TextField label="Vazio" placeholder="Um exemplo do que se escreve" />
        <TextField label="Com dica" optional hint="Uma frase que ajuda." defaultValue="Preenchido" />
        <TextField label="Com erro" hint="Uma frase que ajuda." error="Email inválido" defaultValue="ana@" />
        <TextField label="Desativado" disabled defaultValue="Não muda" />
        <TextArea label="Texto longo" hint="Cresce com o que se escreve." />
        <TextArea label="Texto longo com erro" error="Prompt deve ter pelo menos 10 caracteres" />
      </Specimen>
      <Specimen name="Senha e escolha" className={pair}>
        <PasswordField label="Senha" defaultValue="jabuticaba" autoComplete="off" />
        <PasswordField label="Senha com erro" error="As senhas não coincidem" autoComplete="off" />
        <Select label="Escolha" options={options} placeholder="Selecione" defaultValue="" />
        <Select label="Escolha com erro" options={options} error="Selecione o tipo de LLM" />
        <Select label="Escolha desativada" options={options} disabled />
      </Specimen>
      <Specimen name="Caixas" className="grid gap-3">
        <Checkbox label="Desmarcada" />
        <Checkbox label="Marcada" defaultChecked />
        <Checkbox label="Com erro" error="Você deve aceitar os termos de uso" />
        <Checkbox label="Desativada" disabled />
        <Checkbox label="Marcada e desativada" disabled defaultChecked />
      </Specimen>
      <Specimen name="Uma entre poucas" className="grid gap-5">
        <RadioGroup
          name="uma"
          legend="Com uma frase para cada"
          hint="Uma frase que ajuda."
          options={sentences}
          defaultValue="Claude"
          className="sm:grid-cols-2"
        />
        <RadioGroup name="outra" legend="Com erro" options={options} error="Escolha uma categoria" />
      </Specimen>
      <Specimen name="Imagem" className={pair}>
        <EmptyDrop label="Vazia" />
        <FilledDrop />
        <EmptyDrop label="Com erro" error="A imagem tem mais de 5 MB." />
        <HoldFile />
      </Specimen>
      <Specimen
        name="Rascunho recuperado, prompt achado na imagem"
        className="grid items-start gap-5 lg:grid-cols-2"
      >
        <DraftNotice savedAt={savedAt} onDiscard={() => undefined} />
        <FoundPromptOffer
          text={samplePrompt.content}
          replaces
          onUse={() => undefined}
          onDismiss={() => undefined}
        />
      </Specimen>
      <Specimen name="O que foi apagado, e a volta" className="grid items-start gap-5 lg:grid-cols-2">
        <Cleared by="cancel" />
        <Cleared by="cancel" leave={{ label: "Voltar ao prompt", onLeave: () => undefined }} />
        <Cleared by="image" />
      </Specimen>
      <Specimen name="Enviando: quanto falta, e sem se saber" className={pair}>
        <Progress label="Enviando…" part={0.42} />
        <Progress label="Publicando…" part={undefined} />
      </Specimen>
      <Specimen name="Enviar">
        <SubmitButton>Enviar</SubmitButton>
        <SubmitButton loading>Enviar</SubmitButton>
      </Specimen>
    </Section>
  );
}

function Cleared({ by, leave }: { by: "cancel" | "image"; leave?: Leave }) {
  return (
    <ClearedNotice
      cleared={{ by, fields: ["title", "image"], values: EMPTY_DRAFT, publicationKey: undefined }}
      onUndo={() => undefined}
      leave={leave}
    />
  );
}

function EmptyDrop({ label, error }: { label: string; error?: string }) {
  const [file, setFile] = useState<File | null>(null);
  return (
    <FileDrop
      {...{ label, error }}
      accept="image/*"
      hint="PNG, JPG, GIF até 5 MB; também WebP e AVIF"
      value={file}
      shown={file}
      onChange={setFile}
    />
  );
}

function FilledDrop() {
  const [file, setFile] = useState<File | null>(null);
  useEffect(() => {
    void fetch("/icons/icon-512.png")
      .then((answer) => answer.blob())
      .then((blob) => setFile(new File([blob], "um-nome-de-arquivo-bem-comprido.png", { type: blob.type })));
  }, []);
  return <FileDrop label="Preenchida" accept="image/*" value={file} shown={file} onChange={setFile} />;
}

/** Simulates dragging a file over the page until pressed again. */
function HoldFile() {
  const [held, setHeld] = useState(false);
  function press() {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([], "imagem.png", { type: "image/png" }));
    document.dispatchEvent(
      new DragEvent(held ? "dragleave" : "dragover", { dataTransfer, cancelable: true }),
    );
    setHeld(!held);
  }
  return (
    <Button variant="secondary" onClick={press} className="self-start justify-self-start">
      {held ? "Tirar o arquivo de cima" : "Segurar um arquivo por cima"}
    </Button>
  );
}
