/** The frame of a page with one's own things. */
import { type ReactNode, useEffect } from "react";
import { useLocation } from "wouter";
import { ScriptNotice } from "#ui/script-notice.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { type SessionUser, useSession } from "./session.ts";
import { useRequireSession } from "./use-require-session.ts";

interface Props {
  /** Shown until it is known who is there. */
  waiting: ReactNode;
  children: (user: SessionUser) => ReactNode;
}

/** Visitors are asked to log in; a user whose session ends here is led home. */
export function ForMembers({ waiting, children }: Props) {
  const admitted = useRequireSession();
  const { status, user } = useSession();
  const [, navigate] = useLocation();
  const ended = admitted && status === "anonymous";
  useEffect(() => {
    if (ended) navigate("/", { replace: true });
  }, [ended, navigate]);
  return (
    <div className="measure pt-8 sm:pt-14" key={user?.id}>
      {user ? children(user) : waiting}
    </div>
  );
}

/** A page for members that begins with its title. */
export function MembersPage({ title, children }: { title: string; children: Props["children"] }) {
  const heading = <h1 className="mb-6 text-3xl sm:mb-8">{title}</h1>;
  return (
    <ForMembers
      waiting={
        <>
          {heading}
          <ScriptNotice />
          <Skeleton className="h-40" />
        </>
      }
    >
      {(user) => (
        <>
          {heading}
          {children(user)}
        </>
      )}
    </ForMembers>
  );
}
