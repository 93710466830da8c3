/** The error state of a page whose script failed to load or threw: the reason, and a retry. */

import { useEffect, useState } from "react";
import { fullTitle } from "#app/page.ts";
import { PartMissingError, siteAnswers, startAfresh } from "#platform/client/parts.ts";
import { Button } from "#ui/button.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Spinner } from "#ui/spinner.tsx";

/** A missing script may mean a new version: reload the page once, without asking. */
export function PageFailure({ error }: { error: unknown }) {
  const missing = error instanceof PartMissingError;
  const [step, setStep] = useState<"first try" | "failed" | "trying">(missing ? "first try" : "failed");

  async function retry() {
    setStep("trying");
    if (await siteAnswers()) location.reload();
    else setStep("failed");
  }
  useEffect(() => {
    document.title = fullTitle("A página não carregou");
    // Scroll to the top: the link may have been far down.
    window.scrollTo(0, 0);
    if (!missing) return;
    void startAfresh().then((started) => !started && setStep("failed"));
    const reconnected = () => void siteAnswers().then((answers) => answers && location.reload());
    window.addEventListener("online", reconnected);
    return () => window.removeEventListener("online", reconnected);
  }, [missing]);

  if (step === "first try") {
    return (
      <p role="status" className="flex justify-center py-24 text-muted">
        <Spinner className="size-8" />
        <span className="sr-only">Carregando página…</span>
      </p>
    );
  }
  return (
    <div className="measure py-10">
      <h1 className="sr-only">A página não carregou</h1>
      <ErrorState
        message={
          missing
            ? "Esta página não carregou. Verifique sua conexão e tente novamente."
            : "Algo deu errado ao mostrar esta página."
        }
        onRetry={() => void retry()}
        retrying={step === "trying"}
      />
    </div>
  );
}

/** Shown below a page whose scripts failed to load: readable but not interactive. */
export function PageIncomplete() {
  return (
    <div
      role="alert"
      className="fixed inset-x-0 bottom-0 z-50 flex flex-wrap items-center justify-center gap-x-6 gap-y-3 border-t border-line bg-card p-4 shadow-float"
    >
      <p>Esta página não carregou por inteiro: você pode ler, mas botões e formulários não funcionam.</p>
      <Button variant="secondary" onClick={() => location.reload()}>
        Carregar novamente
      </Button>
    </div>
  );
}
