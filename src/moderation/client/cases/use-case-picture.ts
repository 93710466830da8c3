/** A picture of a case, which only moderators may fetch: it has no public address while its prompt is hidden. */
import { useEffect, useState } from "react";
import { releaseObjectUrl } from "#platform/client/object-url.ts";
import { fetchCasePicture } from "./cases.queries.ts";

/** @param path as the case says; null while it is not to be fetched */
export function useCasePicture(path: string | null): { url: string | undefined; failed: boolean } {
  const [url, setUrl] = useState<string>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (!path) return;
    let made: string | undefined;
    let left = false;
    fetchCasePicture(path).then(
      ({ blob }) => {
        if (left) return;
        made = URL.createObjectURL(blob);
        setUrl(made);
      },
      () => setFailed(true),
    );
    return () => {
      left = true;
      if (made) releaseObjectUrl(made);
    };
  }, [path]);
  return { url, failed };
}
