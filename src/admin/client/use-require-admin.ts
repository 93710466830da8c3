/** Keeps other users out of the admin's screens; the server refuses their calls anyway. */
import { useEffect } from "react";
import { useLocation } from "wouter";
import { useSession } from "#accounts/client/session.ts";

/**
 * Sends visitors and members home, also when the session ends on the page.
 * @returns true while the admin is logged in; false while unknown and while redirecting
 */
export function useRequireAdmin(): boolean {
  const { status, user } = useSession();
  const [, navigate] = useLocation();
  const admitted = user?.isAdmin === true;
  const sendAway = status !== "loading" && !admitted;
  useEffect(() => {
    if (sendAway) navigate("/", { replace: true });
  }, [sendAway, navigate]);
  return admitted;
}
