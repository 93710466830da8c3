/** The error state of a list: the reason, and a retry button. */
import RotateCw from "lucide-react/icons/rotate-cw";
import { Button } from "./button.tsx";

interface Retried {
  refetch: () => unknown;
  isFetching: boolean;
}

/** @param retrying true while the retry runs */
export function ErrorState({
  message,
  detail,
  onRetry,
  retrying,
}: {
  message: string;
  /** A second line, if there is more to say. */
  detail?: string;
  onRetry: () => void;
  retrying?: boolean;
}) {
  return (
    <div role="alert" className="mx-auto flex max-w-md flex-col items-center py-10 text-center">
      {/* A fallen tile. */}
      <svg aria-hidden="true" className="tile size-24 overflow-visible" viewBox="0 0 16 16">
        <path className="fill-tile-soft" d="M0 0h8v8H0zM0 8h8v8H0zM8 8h8v8H8z" />
        <path
          className="fill-tile-main"
          d="M0 0h8a8 8 0 0 1-8 8zM8 8v8a8 8 0 0 1-8-8zM8 16a8 8 0 0 1 8-8v8z"
        />
        <path className="fill-danger" d="M9.5-.5l7.7 2.1a8 8 0 0 1-9.8 5.6z" />
      </svg>
      <p className="mt-6 font-heading text-xl font-semibold">{message}</p>
      {detail && <p className="mt-2 text-muted">{detail}</p>}
      <Button variant="secondary" className="mt-6" onClick={onRetry} loading={retrying}>
        <RotateCw aria-hidden="true" className="size-4" /> Tentar novamente
      </Button>
    </div>
  );
}

/** The same, of a query that has failed. */
export function QueryError({ query, ...texts }: { message: string; detail?: string; query: Retried }) {
  return <ErrorState {...texts} onRetry={() => void query.refetch()} retrying={query.isFetching} />;
}
