/** A key that was just made, to copy. */
import Check from "lucide-react/icons/check";
import Copy from "lucide-react/icons/copy";
import { useEffect, useState } from "react";
import type { CreatedKey } from "#accounts/key-contract.ts";
import { keyMessages } from "#accounts/key-messages.ts";
import { Button } from "#ui/button.tsx";
import { TextLink } from "#ui/button-link.tsx";
import { copyText } from "#ui/copy-text.ts";
import { formatDate } from "#ui/dates.ts";
import { FormAlert } from "#ui/form-alert.tsx";
import { toast } from "#ui/toast.ts";

interface Props {
  made: CreatedKey;
  /** Whether closing was tried before the key was copied. */
  warned: boolean;
  onCopied: () => void;
  onDone: () => void;
}

export function NewKey({ made, warned, onCopied, onDone }: Props) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (copied) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [copied]);
  async function copy() {
    if (await copyText(made.key)) {
      setCopied(true);
      onCopied();
      toast({ title: "Chave copiada", variant: "success" });
    } else toast({ title: keyMessages.notCopied, description: keyMessages.notCopiedText });
  }
  return (
    <div className="grid gap-5">
      <p className="text-sm wrap-anywhere">
        <strong>{made.name}</strong>, válida até {formatDate(made.expires_at)}.
      </p>
      {/* One press selects all of it, where the clipboard is closed. */}
      <code
        translate="no"
        className="block rounded-tile rounded-tr-corner border border-edge bg-sunken p-4 text-base wrap-anywhere select-all"
      >
        {made.key}
      </code>
      <Button onClick={() => void copy()}>
        {copied ? (
          <Check aria-hidden="true" className="size-4" />
        ) : (
          <Copy aria-hidden="true" className="size-4" />
        )}
        {copied ? "Copiada" : "Copiar chave"}
      </Button>
      <p className="text-sm text-muted">
        Trate-a como uma senha: não a publique, nem em repositórios de código.{" "}
        <TextLink href="/programas#chaves" target="_blank">
          Como usar a chave
        </TextLink>
      </p>
      <FormAlert>{warned && !copied ? keyMessages.notYetCopied : undefined}</FormAlert>
      <Button variant="secondary" onClick={onDone}>
        {warned && !copied ? "Fechar mesmo assim" : "Pronto"}
      </Button>
    </div>
  );
}
