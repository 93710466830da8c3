/** Starts the site in the browser: hydrates the server's markup and data, then reads the session. */
import "./styles.css";
import { createRoot, hydrateRoot } from "react-dom/client";
import { readInterrupted } from "#accounts/client/interrupted.ts";
import { onPersonLeft } from "#accounts/client/left-behind.ts";
import { onSessionChange, startSession } from "#accounts/client/session.ts";
import { findRoute, loadPage } from "#app/routes.ts";
import { SiteRoot, type SiteState } from "#app/site-root.tsx";
import { hideUnreadableStorage } from "#platform/client/browser-storage.ts";
import { PartMissingError, startAfresh } from "#platform/client/parts.ts";
import { keepFocus } from "#ui/kept-focus.ts";
import { PageIncomplete } from "./page-failure.tsx";
import { prefetchOnIntent } from "./prefetch.ts";
import { createQueryClient } from "./query-client.ts";
import { recoverFailedQueries } from "./recovery.ts";
import { isTranslated, surviveTranslation } from "./translated-pages.ts";

const root = document.getElementById("root");
const state = JSON.parse(document.getElementById("state")?.textContent ?? "") as SiteState;
const client = createQueryClient();

onPersonLeft(() => {
  client.removeQueries({ type: "inactive" });
  void client.resetQueries();
});

// The page was rendered anonymously: the viewer's state comes with a refetch.
onSessionChange((user) => {
  if (!user) return;
  void client.invalidateQueries();
  if (readInterrupted()?.task) void finishInterrupted();
});

/** If it cannot be loaded now, the next page finishes it. */
async function finishInterrupted() {
  const part = await import("#prompts/client/finish-reaction.ts").catch(() => undefined);
  await part?.finishReaction(client);
}

/**
 * Reads the session once all parts of the page are hydrated and observe the server's data, so that a refetch reaches all of
 * it. Then, when the session is known, replays early presses (public/start.js): React drops those on a part that it has
 * not hydrated yet.
 */
function comeAlive() {
  startSession();
  setTimeout(() => dispatchEvent(new Event("live")));
}

/** A script that failed to load is reported on the page; other errors are bugs. */
function onCaughtError(error: unknown) {
  if (!(error instanceof PartMissingError)) console.error(error);
}

/** React has rendered anew what it did not find as the server wrote it: of a translated page that is no error. */
function onRecoverableError(error: unknown) {
  if (!isTranslated()) reportError(error);
}

try {
  surviveTranslation();
  hideUnreadableStorage();
  await loadPage(findRoute(state.start.path).route);
  recoverFailedQueries(client);
  keepFocus();
  isTranslated();
  addEventListener("hydrated", comeAlive, { once: true });
  const site = <SiteRoot client={client} state={state} />;
  if (root) hydrateRoot(root, site, { onCaughtError, onRecoverableError });
  prefetchOnIntent(client);
} catch {
  // Keeps the server's markup, which is still readable.
  if (!(await startAfresh())) {
    createRoot(document.body.appendChild(document.createElement("div"))).render(<PageIncomplete />);
    // The retry button must work now: presses are otherwise queued until hydration (public/start.js).
    dispatchEvent(new Event("live"));
  }
}
