/** On a public collection's page: what moderators can do about it. Loaded for who is logged in. */
import { Suspense } from "react";
import { useSession } from "#accounts/client/session.ts";
import type { CollectionView } from "#collections/contract.ts";
import { lazyPart } from "#ui/lazy-part.ts";

const Withdrawal = lazyPart(async () => (await import("./collection-withdrawal.tsx")).CollectionWithdrawal);

export function CollectionModeration({ collection }: { collection: CollectionView }) {
  const { user } = useSession();
  if (!user) return null;
  return (
    <Suspense>
      <Withdrawal collection={collection} viewer={user} />
    </Suspense>
  );
}
