/** A report's code, to be kept. */
import Copy from "lucide-react/icons/copy";
import { Button } from "#ui/button.tsx";
import { copyText } from "#ui/copy-text.ts";
import { toast } from "#ui/toast.ts";

export function CopyCode({ code }: { code: string }) {
  const copy = async () =>
    toast(
      (await copyText(code))
        ? { title: "Código copiado", variant: "success" }
        : {
            title: "Não foi possível copiar",
            description: "Selecione o código e copie.",
            variant: "destructive",
          },
    );
  return (
    <section
      aria-labelledby="codigo"
      className="mt-10 flex flex-wrap items-end justify-between gap-x-6 gap-y-4 rounded-tile rounded-tr-corner-lg border border-line bg-card p-5 sm:p-6"
    >
      <div className="min-w-0">
        <h2 id="codigo" className="font-sans text-sm font-semibold text-muted">
          Código da denúncia
        </h2>
        <p className="mt-1.5 font-mono text-2xl tracking-wider wrap-anywhere">{code}</p>
        <p className="mt-1.5 text-sm text-muted">Guarde este código: ele abre esta página.</p>
      </div>
      <Button variant="secondary" className="noscript:hidden" onClick={() => void copy()}>
        <Copy aria-hidden="true" className="size-4" /> Copiar código
      </Button>
    </section>
  );
}
