/** The button that downloads the export. */
import Download from "lucide-react/icons/download";
import { useState } from "react";
import { ApiError } from "#platform/client/api.ts";
import { fetchFile, saveFile } from "#platform/client/download.ts";
import { Button } from "#ui/button.tsx";
import { FormAlert } from "#ui/form-alert.tsx";
import { toast } from "#ui/toast.ts";

/** @returns for example `0,3 MB` or `12,4 MB`; a megabyte is a million bytes */
export function formatMegabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1).replace(".", ",")} MB`;
}

const ownCopy = (onProgress: (bytes: number) => void) => fetchFile("/api/account/export", onProgress);

/** @param fetchCopy fetches the file; by default the logged-in user's */
export function ExportData({ fetchCopy = ownCopy }: { fetchCopy?: typeof ownCopy }) {
  /** Received bytes; undefined when no download runs. */
  const [received, setReceived] = useState<number>();
  const [failed, setFailed] = useState<string>();
  const busy = received !== undefined;

  async function download() {
    setReceived(0);
    setFailed(undefined);
    try {
      saveFile(await fetchCopy(setReceived), "prompteca.zip");
      toast({
        title: "Cópia pronta",
        description: "O arquivo está na pasta de downloads do seu aparelho.",
        variant: "success",
      });
    } catch (error) {
      const description =
        error instanceof ApiError ? error.message : "Ocorreu um erro ao preparar o arquivo.";
      toast({ title: "Erro ao baixar seus dados", description, variant: "destructive" });
      setFailed(description);
    } finally {
      setReceived(undefined);
    }
  }

  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <Button variant="secondary" loading={busy} onClick={() => void download()}>
        <Download aria-hidden="true" className="size-4" /> Baixar meus dados
      </Button>
      <p role="status" className="text-sm text-muted tabular-nums">
        {busy && (received === 0 ? "Preparando o arquivo…" : `Baixando… ${formatMegabytes(received)}`)}
      </p>
      <FormAlert>{failed}</FormAlert>
    </div>
  );
}
