/** Starts the site in the browser: the server's markup and data come alive, then the session is looked for. */
import "./styles.css";
import { useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { onSessionChange, startSession } from "#accounts/client/session.ts";
import { createQueryClient } from "./query-client.ts";
import { findRoute, loadPage } from "./routes.ts";
import { SiteRoot, type SiteState } from "./site-root.tsx";

const root = document.getElementById("root");
const state = JSON.parse(document.getElementById("state")?.textContent ?? "") as SiteState;
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

/** Looks for the session once the server's data is in place and watched, so that asking again reaches all of it. */
function LiveSite() {
  useEffect(startSession, []);
  return <SiteRoot client={client} state={state} />;
}

await loadPage(findRoute(location.pathname).route);
if (root) hydrateRoot(root, <LiveSite />);
