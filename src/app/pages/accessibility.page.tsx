/** `/accessibility`: the accessibility statement. */
import { AccessibilityStatement } from "#app/legal/accessibility-statement.tsx";
import type { Page } from "#app/page.ts";

export const page: Page = {
  Component: AccessibilityStatement,
  head: () => ({
    title: "Acessibilidade",
    description:
      "A norma de acessibilidade que a Prompteca segue, o que foi verificado, o que ainda falta e como reclamar de uma barreira.",
    canonical: "/accessibility",
  }),
};
