/** Names what a prompt was made from. */
import { Link } from "wouter";
import { authorPath } from "#prompts/authors.ts";
import type { Credit, RemixedFrom } from "#prompts/contract.ts";
import { messages } from "#prompts/messages.ts";
import { formatDate } from "#ui/dates.ts";

function Named({ id, title, user, user_id, created_at }: Credit) {
  return (
    <>
      <Link href={`/prompts/${id}`} className="text-link">
        {title}
      </Link>
      , de{" "}
      <Link href={authorPath(user_id)} className="text-link">
        {user.username}
      </Link>
      , <time dateTime={created_at}>{formatDate(created_at)}</time>
    </>
  );
}

/** One line. */
export function DirectCredit({ direct }: RemixedFrom) {
  return (
    <span className="wrap-anywhere">
      A partir{" "}
      {direct ? (
        <>
          de <Named {...direct} />
        </>
      ) : (
        messages.sourceGone
      )}
    </span>
  );
}

/** What is different, and what all began with. Renders nothing without either. */
export function MoreCredit({ direct, root, note }: RemixedFrom) {
  const first = root?.id !== direct?.id && root;
  if (!note && !first) return null;
  return (
    <section aria-labelledby="versao">
      <h2 id="versao" className="text-xl">
        Sobre esta versão
      </h2>
      <div className="mt-3 text-muted wrap-anywhere">
        {note && <p>{note}</p>}
        {first && (
          <p>
            Tudo começou com <Named {...first} />.
          </p>
        )}
      </div>
    </section>
  );
}
