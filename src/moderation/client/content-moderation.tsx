/** Where an answer or a collection is read or reported: what moderators can do about it. Loaded for who is logged in. */
import { Suspense } from "react";
import { useSession } from "#accounts/client/session.ts";
import { lazyPart } from "#ui/lazy-part.ts";

const Removal = lazyPart(async () => (await import("./content-removal.tsx")).ContentRemoval);

export function ContentModeration(target: { type: "result" | "collection"; id: number }) {
  const { user } = useSession();
  if (!user) return null;
  return (
    <Suspense>
      <Removal {...target} viewer={user} />
    </Suspense>
  );
}
