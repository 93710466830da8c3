/** An author's prompts that wait for a moderator: a line for each in the profile, and the prompt's page. */
import { useQuery } from "@tanstack/react-query";
import { inReviewOptions } from "#prompts/client/prompts.queries.ts";
import type { PromptView } from "#prompts/contract.ts";
import { Badge } from "#ui/badge.tsx";
import { TextLink } from "#ui/button-link.tsx";
import { DeleteButton } from "./owner-bar.tsx";

const WHY =
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
      <p className="mt-1 text-sm text-muted">{WHY}</p>
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

/** The page of a prompt in review. Its picture is not served meanwhile. */
export function InReviewPrompt({ prompt }: { prompt: PromptView }) {
  const { title, content, description } = prompt;
  return (
    <article className="max-w-3xl">
      <Badge>Em análise</Badge>
      <h1 className="mt-3 text-3xl wrap-anywhere">{title}</h1>
      <p role="status" className="mt-3 text-pretty text-muted">
        {WHY}
      </p>
      {description && <p className="mt-6 whitespace-pre-wrap wrap-anywhere">{description}</p>}
      <p className="text-prompt mt-6 rounded-tile border border-line bg-card p-5 whitespace-pre-wrap wrap-anywhere">
        {content}
      </p>
      <div className="mt-6">
        <DeleteButton prompt={prompt} />
      </div>
    </article>
  );
}
