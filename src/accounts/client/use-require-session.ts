/** Sends visitors without a session from a protected page to the login, and back afterwards. */
import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import { loginPath } from "./account-paths.ts";
import { rememberInterrupted } from "./interrupted.ts";
import { wasLeftHere } from "./left-behind.ts";
import { purposeOf } from "./login-purposes.ts";
import { useSession } from "./session.ts";

/**
 * For pages that need a login. A session that the server ends does not send anybody away: the page keeps what was typed and
 * says so itself, by `useSession()`. Who leaves by themselves is led home.
 * @returns true once somebody was logged in during this visit; false while that is unknown and while being sent away
 */
export function useRequireSession(): boolean {
  const { status } = useSession();
  const [, navigate] = useLocation();
  const [admitted, setAdmitted] = useState(false);
  if (status === "signed-in" && !admitted) setAdmitted(true);

  const sendAway = status === "anonymous" && !admitted;
  useEffect(() => {
    if (!sendAway) return;
    if (wasLeftHere()) return navigate("/", { replace: true });
    const path = location.pathname + location.search + location.hash;
    const purpose = purposeOf(location.pathname + location.search);
    // Also for the tab that a mailed link opens after a registration.
    if (purpose) rememberInterrupted({ path, purpose });
    navigate(loginPath(path), { replace: true });
  }, [sendAway, navigate]);
  return admitted;
}
