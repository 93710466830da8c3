/** `/entrar-com` until its script is there, which the login page, whose module it shares, does without. */
import { lazy, Suspense, useEffect, useState } from "react";
import { AccountPage } from "#accounts/client/account-page.tsx";
import { loadPart } from "#platform/client/parts.ts";
import { Spinner } from "#ui/spinner.tsx";

const IssuerPage = lazy(async () => ({
  default: (await loadPart(() => import("./issuer-page.tsx"))).IssuerPage,
}));

export function Arrival() {
  // The server renders no lazy part.
  const [alive, setAlive] = useState(false);
  useEffect(() => setAlive(true), []);
  if (!alive) return <Arriving />;
  return (
    <Suspense fallback={<Arriving />}>
      <IssuerPage arriving={<Arriving />} />
    </Suspense>
  );
}

function Arriving() {
  return (
    <AccountPage title="Entrando na sua conta" seed="entrar">
      <p role="status" className="flex items-center gap-3 text-lg text-muted">
        <Spinner className="size-6" />
        Só um instante…
      </p>
    </AccountPage>
  );
}
