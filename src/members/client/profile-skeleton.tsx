/** Placeholder of the profile while the session loads, as high as profile-header.tsx to avoid a layout shift. */
import { PromptGridSkeleton } from "#prompts/client/prompt-grid.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { PROFILE_SKELETONS } from "./user-prompts.tsx";

export function ProfileSkeleton() {
  return (
    <>
      <h1 className="sr-only">Seu Perfil</h1>
      <div className="flex flex-col gap-6 sm:flex-row">
        <Skeleton className="size-16" />
        <div className="flex-1">
          <Skeleton className="h-[1.06em] w-48 text-3xl" />
          <Skeleton className="mt-1.5 h-[1.5em] w-64 max-w-full text-lg" />
          <Skeleton className="mt-3 h-6 w-72 max-w-full max-[28rem]:h-12" />
        </div>
        <Skeleton className="h-11 w-40" />
      </div>
      <div className="mt-10 mb-6 flex h-12 items-center gap-6 border-b border-line">
        <Skeleton className="h-5 w-28" />
        <Skeleton className="h-5 w-20" />
        <Skeleton className="h-5 w-28" />
      </div>
      <PromptGridSkeleton count={PROFILE_SKELETONS} columns={4} />
    </>
  );
}
