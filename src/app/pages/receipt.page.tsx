/** `/denuncias/{code}`: a report's state, for whoever knows its code. */
import type { Page } from "#app/page.ts";
import { receiptOptions } from "#moderation/client/receipt.queries.ts";
import { ReceiptPage } from "#moderation/client/receipt-page.tsx";
import { postedKey } from "#platform/client/posted-form.ts";

export const page: Page = {
  Component: ({ params: { code = "" } }) => <ReceiptPage code={code} />,
  query: ["token"],
  personal: true,
  async load({ path, params: { code = "" }, posted }, client, fetcher) {
    if (posted) client.setQueryData(postedKey(path), posted);
    await client.prefetchQuery(receiptOptions(code, fetcher));
  },
  head({ params: { code = "" } }, client) {
    const missing = client.getQueryData(receiptOptions(code).queryKey) === null;
    return {
      title: missing ? "Denúncia não encontrada" : "Sua denúncia",
      description: "O andamento de uma denúncia feita na Prompteca.",
      // Neither the code nor the token is for link previews.
      canonical: "/denunciar",
      noindex: true,
      ...(missing && { status: 404 }),
    };
  },
};
