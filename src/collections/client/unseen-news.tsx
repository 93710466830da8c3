/** The mark of news that a member has not seen on this device. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import { onStored, readStored, writeStored } from "#platform/client/browser-storage.ts";
import { newestNewsOptions, newsOptions } from "./follows.queries.ts";

const keyOf = (userId: string) => `prompteca-novidades-${userId}`;

/** Whether there is something newer than what was there when the member last looked; false until that is known. */
export function useUnseenNews(userId: string): boolean {
  const newest = useQuery(newestNewsOptions(userId)).data?.data[0];
  const seen = useSyncExternalStore(
    onStored,
    () => readStored(keyOf(userId)),
    () => null,
  );
  return newest !== undefined && newest.at > (seen ?? "");
}

/** Remembers that the member has looked. */
export function useSeeNews(userId: string): void {
  const newest = useQuery(newsOptions(userId, null)).data?.data[0];
  useEffect(() => {
    if (newest) writeStored(keyOf(userId), newest.at);
  }, [userId, newest]);
}

/** A dot at the corner of what leads to the menu. */
export function NewsMark({ userId }: { userId: string }) {
  if (!useUnseenNews(userId)) return null;
  return (
    <span
      aria-hidden="true"
      data-news-mark=""
      className="absolute -top-0.5 -right-0.5 size-3 rounded-full border-2 border-ground bg-accent"
    />
  );
}
