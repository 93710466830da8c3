/** The page to publish prompts: tips, and the form for logged-in users. */
import { Suspense } from "react";
import { useSession } from "#accounts/client/session.ts";
import { FormMissing, FormSkeleton } from "#prompts/client/form/form-states.tsx";
import { LoginPanel } from "#prompts/client/form/login-panel.tsx";
import { useFormOwner } from "#prompts/client/form/use-form-owner.ts";
import { lazyPart } from "#ui/lazy-part.ts";
import { Tips } from "./tips.tsx";

const SubmitForm = lazyPart(async () => (await import("./submit-form.tsx")).SubmitForm, FormMissing);

/**
 * A user whose session ends here is asked to log in again; the form stays.
 * @param reviewsNewAccounts the page is the same for everybody, so it tells whose prompts wait (decision 40)
 */
export function SubmitPage({ reviewsNewAccounts }: { reviewsNewAccounts: boolean }) {
  const author = useFormOwner();
  const { status } = useSession();
  return (
    <div className="measure grid gap-x-16 gap-y-10 pt-10 sm:pt-14 lg:grid-cols-12">
      <header className="lg:col-span-12">
        <h1 className="text-display">Enviar Prompt</h1>
        <p className="mt-4 max-w-2xl text-lg text-balance text-muted">
          Compartilhe o texto que funcionou e a imagem que ele produziu.{" "}
          {reviewsNewAccounts
            ? "Até a conta completar um dia e ter três prompts publicados, cada prompt passa pela moderação, em até 24 horas. Depois, a publicação é imediata."
            : "A publicação é imediata."}
        </p>
      </header>
      <aside aria-labelledby="dicas" className="lg:order-last lg:col-span-5">
        <Tips />
      </aside>
      <div className="lg:col-span-7">
        {author && status === "anonymous" && <LoginPanel title="Entre para enviar seu prompt" />}
        {author ? (
          <Suspense fallback={<FormSkeleton />}>
            <SubmitForm key={author} author={author} />
          </Suspense>
        ) : (
          <FormSkeleton />
        )}
      </div>
    </div>
  );
}
