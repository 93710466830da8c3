/** The public collections in which a prompt stands, below it; most are in none. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { ofPromptOptions } from "./of-prompt.queries.ts";

/** @param id from the URL */
export function CollectionsOfPrompt({ id }: { id: string }) {
  const { data = [] } = useQuery(ofPromptOptions(id));
  if (data.length === 0) return null;
  return (
    <div className="measure">
      <section
        aria-labelledby="em-colecoes"
        className="mt-16 border-t border-line pt-10 sm:mt-20 print:hidden"
      >
        <h2 id="em-colecoes" className="text-2xl">
          Em coleções
        </h2>
        <ul className="mt-6 flex flex-wrap gap-2.5">
          {data.map(({ path, title, user }) => (
            <li key={path}>
              <Link href={path} className="tag min-h-11 flex-wrap gap-2">
                <span className="font-semibold">{title}</span>
                <span className="text-muted">de {user.username}</span>
              </Link>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
