/** Placeholder of a card. */
import { Skeleton } from "#ui/skeleton.tsx";

export function PromptCardSkeleton() {
  return (
    <div
      aria-hidden="true"
      className="flex flex-col overflow-clip rounded-tile rounded-tr-corner-lg border border-line bg-card"
    >
      <Skeleton className="aspect-4/3 rounded-none" />
      <div className="flex flex-col gap-2.5 p-4">
        <Skeleton className="h-6 w-4/5" />
        <Skeleton className="mt-1 h-4" />
        <Skeleton className="h-4" />
        <Skeleton className="h-4 w-11/12" />
        <Skeleton className="h-4 w-3/5" />
        <Skeleton className="mt-3 h-3.5 w-1/2" />
      </div>
      <div className="mt-auto flex items-center justify-between border-t border-line p-4">
        <Skeleton className="h-5 w-20" />
        <Skeleton className="h-5 w-24" />
      </div>
    </div>
  );
}
