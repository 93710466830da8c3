/** An author's prompts that wait for a moderator: a line for each in the profile. */
import { useQuery } from "@tanstack/react-query";
import { inReviewOptions } from "#prompts/client/prompts.queries.ts";
import type { PromptView } from "#prompts/contract.ts";
import { TextLink } from "#ui/button-link.tsx";

export const WHY_IN_REVIEW =
  "Nas contas novas, uma pessoa da moderação olha cada prompt antes de ele aparecer, em até 24 horas. Até lá, só você o vê.";

/** The viewer's prompts in review; none until they are known, and when the question fails. */
export const useInReview = (userId: string) => useQuery(inReviewOptions(userId)).data ?? [];

export function InReviewList({ prompts }: { prompts: PromptView[] }) {
  if (prompts.length === 0) return null;
  return (
    <section
      aria-labelledby="em-analise"
      className="mb-8 rounded-tile rounded-tr-corner-lg border border-line p-5"
    >
      <h2 id="em-analise" className="text-lg">
        Em análise
      </h2>
      <p className="mt-1 text-sm text-muted">{WHY_IN_REVIEW}</p>
      <ul className="mt-3">
        {prompts.map(({ id, title }) => (
          <li key={id}>
            <TextLink href={`/prompts/${id}`} className="inline-block py-1.5 wrap-anywhere">
              {title}
            </TextLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
