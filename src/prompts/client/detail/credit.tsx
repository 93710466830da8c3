/** Names what a prompt was made from. */
import { Link } from "wouter";
import { authorPath } from "#prompts/authors.ts";
import type { RemixedFrom, RemixSource } from "#prompts/contract.ts";
import { messages } from "#prompts/messages.ts";
import { formatDate } from "#ui/dates.ts";

function Author({ user, user_id, created_at }: RemixSource) {
  return (
    <>
      de{" "}
      <Link href={authorPath(user_id)} className="text-link">
        {user.username}
      </Link>
      , <time dateTime={created_at}>{formatDate(created_at)}</time>
    </>
  );
}

const Title = ({ id, title }: RemixSource) => (
  <Link href={`/prompts/${id}`} className="text-link">
    {title}
  </Link>
);

/** On phones the title is cut off at the edge, and from whom it is stands below. */
export function DirectCredit({ direct }: RemixedFrom) {
  if (!direct) return <span>A partir {messages.sourceGone}</span>;
  return (
    <span className="max-w-full wrap-anywhere">
      <span className="max-sm:block max-sm:truncate">
        A partir de <Title {...direct} />,
      </span>{" "}
      <span className="max-sm:block">
        <Author {...direct} />
      </span>
    </span>
  );
}

/** The remix's note, and the first source. Renders nothing without either. */
export function MoreCredit({ direct, root, note }: RemixedFrom) {
  const first = root?.id !== direct?.id && root;
  if (!note && !first) return null;
  return (
    <section aria-labelledby="remix">
      <h2 id="remix" className="text-xl">
        Sobre esta adaptação
      </h2>
      <div className="mt-3 grid gap-2 text-muted wrap-anywhere">
        {note && <p>{note}</p>}
        {first && (
          <p>
            Tudo começou com <Title {...first} />, <Author {...first} />.
          </p>
        )}
      </div>
    </section>
  );
}
