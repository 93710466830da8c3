/** Starts the site in the browser: the server's markup and data come alive, then the session is looked for. */
import "./styles.css";
import { useEffect } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { onSessionChange, startSession } from "#accounts/client/session.ts";
import { findRoute, loadPage } from "#app/routes.ts";
import { SiteRoot, type SiteState } from "#app/site-root.tsx";
import { PartMissingError, startAfresh } from "#platform/client/parts.ts";
import { keepFocus } from "#ui/kept-focus.ts";
import { PageIncomplete } from "./page-failure.tsx";
import { prefetchOnIntent } from "./prefetch.ts";
import { createQueryClient } from "./query-client.ts";
import { recoverFailedQueries } from "./recovery.ts";

const root = document.getElementById("root");
const state = JSON.parse(document.getElementById("state")?.textContent ?? "") as SiteState;
const start = { path: location.pathname, search: location.search };
const client = createQueryClient();

// The page was rendered for nobody in particular: a reader's own marks come with a second look at the same data.
// Who logs out leaves nothing behind in the cache (specification, section 4).
onSessionChange((user) => {
  if (user) {
    void client.invalidateQueries();
  } else {
    client.removeQueries({ type: "inactive" });
    void client.resetQueries();
  }
});

/**
 * Looks for the session once the server's data is in place and watched, so that asking again reaches all of it. Then, when the
 * page knows who reads it, presses are heard that came too early (public/start.js).
 */
function LiveSite() {
  useEffect(() => {
    startSession();
    setTimeout(() => dispatchEvent(new Event("live")));
  }, []);
  return <SiteRoot client={client} state={state} start={start} />;
}

/** A part that did not arrive is told on the page; what else fails is a fault of ours. */
function onCaughtError(error: unknown) {
  if (!(error instanceof PartMissingError)) console.error(error);
}

try {
  await loadPage(findRoute(start.path).route);
  recoverFailedQueries(client);
  keepFocus();
  if (root) hydrateRoot(root, <LiveSite />, { onCaughtError });
  prefetchOnIntent(client);
} catch {
  // The server's markup can still be read, which an error in its place could not.
  if (!(await startAfresh())) {
    createRoot(document.body.appendChild(document.createElement("div"))).render(<PageIncomplete />);
    // Its button is not for later: presses are held until a page lives (public/start.js).
    dispatchEvent(new Event("live"));
  }
}
