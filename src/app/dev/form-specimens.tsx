/** Fields in every state, the place for a picture among them, for `/dev/ui`. */
import { useEffect, useRef, useState } from "react";
import { Checkbox } from "#ui/checkbox.tsx";
import { FileDrop } from "#ui/file-drop.tsx";
import { PasswordField } from "#ui/password-field.tsx";
import { Select } from "#ui/select.tsx";
import { SubmitButton } from "#ui/submit-button.tsx";
import { TextArea, TextField } from "#ui/text-field.tsx";
import { Section, Specimen } from "./specimen.tsx";

const pair = "grid gap-5 sm:grid-cols-2";
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
      <Specimen name="Imagem" className={pair}>
        <EmptyDrop label="Vazia" />
        <FilledDrop />
        <EmptyDrop label="Com erro" error="A imagem tem mais de 5 MB." />
        <DraggedDrop />
      </Specimen>
      <Specimen name="Enviar">
        <SubmitButton>Enviar</SubmitButton>
        <SubmitButton loading>Enviar</SubmitButton>
      </Specimen>
    </Section>
  );
}

function EmptyDrop({ label, error }: { label: string; error?: string }) {
  const [file, setFile] = useState<File | null>(null);
  return (
    <FileDrop
      {...{ label, error }}
      accept="image/*"
      hint="PNG, JPG, GIF até 5MB"
      value={file}
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
  return <FileDrop label="Preenchida" accept="image/*" value={file} onChange={setFile} />;
}

/** A file held above it, as the browser tells of it. */
function DraggedDrop() {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    element.current
      ?.querySelector("input")
      ?.dispatchEvent(new DragEvent("dragover", { bubbles: true, cancelable: true }));
  }, []);
  return (
    <div ref={element}>
      <EmptyDrop label="Com um arquivo por cima" />
    </div>
  );
}
