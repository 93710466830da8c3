/** `/programas`, API: reading over HTTP. */

import type { ProgramSection } from "#app/programs/section.tsx";
import { useSite } from "#app/site.tsx";
import { TextLink } from "#ui/button-link.tsx";

function Api() {
  const { origin } = useSite();
  return (
    <p>
      As páginas do site usam a mesma API que os seus programas. As chamadas começam em{" "}
      <code>{origin}/api/v1</code>, as respostas são JSON em UTF-8, e os textos vêm como as pessoas os
      escreveram. Cada chamada, com seus campos e limites, está na{" "}
      <a href="/api/docs" className="text-link">
        referência
      </a>
      ; a descrição em OpenAPI 3.1 é <TextLink href="/api/openapi.json">openapi.json</TextLink>.
    </p>
  );
}

export const section: ProgramSection = { id: "api", title: "API", Content: Api };
