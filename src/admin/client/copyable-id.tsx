/** An id, secondary in the admin's lists, that one press copies. */
import Check from "lucide-react/icons/check";
import Copy from "lucide-react/icons/copy";
import { useState } from "react";
import { copyText } from "#ui/copy-text.ts";

/** @param of name of what has the id, for screen readers */
export function CopyableId({ id, of }: { id: string; of: string }) {
  const [copied, setCopied] = useState(false);
  const Icon = copied ? Check : Copy;
  return (
    <>
      <button
        type="button"
        className="inline-flex min-h-8 max-w-full items-center gap-1.5 rounded-tile text-muted hover:text-ink pointer-coarse:min-h-11"
        onClick={async () => setCopied(await copyText(id))}
        onBlur={() => setCopied(false)}
      >
        <code className="truncate font-mono text-xs">{id}</code>
        <Icon aria-hidden="true" className="size-3.5 shrink-0" />
        <span className="sr-only">, copiar ID de {of}</span>
      </button>
      <span role="status" className="sr-only">
        {copied && "ID copiado"}
      </span>
    </>
  );
}
