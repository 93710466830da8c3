/** A button for each issuer that the site offers, below the forms to log in and to register. */
import { useState } from "react";
import { Button } from "#ui/button.tsx";
import { goToIssuer } from "./issuer-flow.ts";
import { IssuerMark } from "./issuer-mark.tsx";
import type { OfferedIssuer } from "./issuers.ts";

interface Props {
  issuers: readonly OfferedIssuer[];
  /** Whether the login is to outlast the tab. */
  lasts: boolean;
}

export function IssuerButtons({ issuers, lasts }: Props) {
  const [going, setGoing] = useState<string>();
  return (
    <div className="mt-6 grid gap-3">
      <p className="flex items-center gap-4 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        ou
      </p>
      {issuers.map(({ provider, name }) => (
        <Button
          key={provider}
          variant="secondary"
          loading={going === provider}
          onClick={() => {
            setGoing(provider);
            // Back from the issuer, the browser may show the page as it was.
            window.addEventListener("pageshow", () => setGoing(undefined), { once: true });
            void goToIssuer(provider, lasts);
          }}
        >
          <IssuerMark provider={provider} />
          <span>
            Entrar com <bdi>{name}</bdi>
          </span>
        </Button>
      ))}
    </div>
  );
}
