/** Where prompts are published: advice, and the form for whoever is logged in. */
import { lazy, Suspense } from "react";
import { openAuthDialog } from "#accounts/client/auth-dialog-state.ts";
import { useSession } from "#accounts/client/session.ts";
import { useRequireSession } from "#accounts/client/use-require-session.ts";
import { Button } from "#ui/button.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Tips } from "./tips.tsx";

const PromptForm = lazy(() =>
  import("./prompt-form.tsx").then(
    ({ PromptForm }) => ({ default: PromptForm }),
    () => ({ default: FormMissing }),
  ),
);

/** Somebody whose session ends here is asked to log in again; the form stays as it is (design 4.1). */
export function SubmitPage() {
  const admitted = useRequireSession();
  const { status } = useSession();
  return (
    <div className="measure grid gap-x-16 gap-y-10 pt-10 sm:pt-14 lg:grid-cols-12">
      <header className="lg:col-span-12">
        <h1 className="text-display">Enviar Prompt</h1>
        <p className="mt-4 max-w-2xl text-lg text-muted">
          Compartilhe o texto que funcionou e a imagem que ele produziu. A publicação é imediata.
        </p>
      </header>
      <aside aria-labelledby="dicas" className="lg:order-last lg:col-span-5">
        <Tips />
      </aside>
      <div className="lg:col-span-7">
        {admitted && status === "anonymous" && <LoginPanel />}
        {admitted ? (
          <Suspense fallback={<FormSkeleton />}>
            <PromptForm />
          </Suspense>
        ) : (
          <FormSkeleton />
        )}
      </div>
    </div>
  );
}

function LoginPanel() {
  return (
    <section
      aria-labelledby="entre"
      className="mb-8 rounded-tile rounded-tr-corner-lg border border-line bg-card p-6"
    >
      <h2 id="entre" className="text-xl">
        Entre para enviar seu prompt
      </h2>
      <p className="mt-2 text-muted">Sua sessão terminou. O que você já escreveu continua aqui.</p>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button onClick={() => openAuthDialog("login")}>Entrar</Button>
        <Button variant="secondary" onClick={() => openAuthDialog("register")}>
          Criar conta
        </Button>
      </div>
    </section>
  );
}

function FormSkeleton() {
  return (
    <div role="status" className="grid gap-6">
      <span className="sr-only">Carregando formulário…</span>
      <Skeleton className="h-12" />
      <Skeleton className="h-56" />
      <Skeleton className="h-12" />
      <Skeleton className="h-44 rounded-tr-corner-lg" />
    </div>
  );
}

function FormMissing() {
  return (
    <ErrorState
      message="Não foi possível carregar o formulário. Verifique sua conexão."
      onRetry={() => window.location.reload()}
    />
  );
}
