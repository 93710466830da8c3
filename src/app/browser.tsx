/** Starts the site in the browser: the server's markup and data come alive, then the session is looked for. */
import "./styles.css";
import { hydrateRoot } from "react-dom/client";
import { onSessionChange, startSession } from "#accounts/client/session.ts";
import { createQueryClient } from "./query-client.ts";
import { findRoute, loadPage } from "./routes.ts";
import { SiteRoot, type SiteState } from "./site-root.tsx";

const root = document.getElementById("root");
const state = JSON.parse(document.getElementById("state")?.textContent ?? "") as SiteState;
const client = createQueryClient();

// The page was rendered for nobody in particular: a reader's own marks come with a second look at the same data.
onSessionChange((user) => {
  if (user) void client.invalidateQueries();
  else client.clear();
});

await loadPage(findRoute(location.pathname).route);
if (root) hydrateRoot(root, <SiteRoot client={client} state={state} />);
startSession();
