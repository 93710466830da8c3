/* Loads the scripts once the first picture is painted: they would hold it up. */
(() => {
  const { modules, preloads } = document.currentScript.dataset;
  /** They wait so long at most. */
  const maxWaitMs = 1500;
  let started = false;

  const start = () => {
    if (started) return;
    started = true;
    for (const href of preloads.split(" ").filter(Boolean)) {
      const link = document.createElement("link");
      link.rel = "modulepreload";
      link.href = href;
      document.head.append(link);
    }
    // One after the other, each a task of its own: a page is not blocked while all of them start at once.
    for (const src of modules.split(" ")) {
      const script = document.createElement("script");
      script.type = "module";
      script.async = false;
      script.src = src;
      document.head.append(script);
    }
  };

  const picture = document.querySelector("img[fetchpriority=high]");
  if (!picture) return start();
  // The frame after decoding paints it; background tabs have none.
  picture.decode().then(() => requestAnimationFrame(() => requestAnimationFrame(start)), start);
  setTimeout(start, maxWaitMs);
  // An interaction starts the scripts at once.
  for (const event of ["pointerdown", "keydown"]) addEventListener(event, start, { once: true });
})();

/*
 * Repeats the last click on a button before hydration after it (event "live", browser.tsx); until then the button is busy.
 * Nobody else gets the click: it would be handled twice. Links, forms and menus work without scripts; a link that leads
 * to where the prompt is pasted (`data-copies`) copies it here, because it leaves at once.
 */
(() => {
  const BUTTON = "button[type=button]:not([popovertarget])";
  /** The buttons of the page's part that one of them is in: signing in adds some to the header. */
  const among = (part) => [...document.querySelectorAll(`${part} ${BUTTON}`)];
  let pressed = null;
  const showBusy = (busy) => {
    for (const name of ["aria-busy", "aria-disabled", "data-pressed"])
      if (busy) pressed?.button.setAttribute(name, "true");
      else pressed?.button.removeAttribute(name);
  };
  const remember = (click) => {
    const copies = click.target.closest("a[data-copies]")?.closest("article").querySelector(".text-prompt");
    if (copies) navigator.clipboard?.writeText(copies.textContent).catch(() => {});
    const button = click.target.closest(BUTTON);
    if (!button) return;
    const part = button.closest("header, main, footer")?.localName ?? "body";
    showBusy(false);
    pressed = { button, part, buttons: among(part), path: location.pathname };
    showBusy(true);
    click.stopPropagation();
  };
  /** React renders a part anew that a translator or an extension has changed: the button stands at the same place. */
  const found = ({ button, part, buttons, path }) => {
    if (button.isConnected) return button;
    const now = among(part);
    if (path !== location.pathname || now.length !== buttons.length) return undefined;
    const same = now[buttons.indexOf(button)];
    return same.className === button.className ? same : undefined;
  };
  addEventListener("click", remember, true);
  addEventListener(
    "live",
    () => {
      removeEventListener("click", remember, true);
      showBusy(false);
      if (pressed) found(pressed)?.click();
    },
    { once: true },
  );
})();
