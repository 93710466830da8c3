/** Keeps everybody but the admin out of the admin's screens; the server refuses them anyway. */
import { useEffect } from "react";
import { useLocation } from "wouter";
import { useSession } from "#accounts/client/session.ts";

/**
 * Sends visitors and members home (specification, section 6), also when the session ends on the page.
 * @returns true while the admin is logged in; false while that is unknown and while being sent away
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
