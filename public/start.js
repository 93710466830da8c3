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
 * Repeats the last click on a button before hydration after it (event "live", browser.tsx). Nobody else gets it before: it
 * would be handled twice. Links, forms and menus work without scripts; a link that leads to where the prompt is pasted
 * (`data-copies`) copies it here, because it leaves at once.
 */
(() => {
  let pressed = null;
  const remember = (click) => {
    const copies = click.target.closest("a[data-copies]")?.closest("article").querySelector(".text-prompt");
    if (copies) navigator.clipboard?.writeText(copies.textContent).catch(() => {});
    const button = click.target.closest("button[type=button]:not([popovertarget])");
    if (!button) return;
    pressed = button;
    click.stopPropagation();
  };
  addEventListener("click", remember, true);
  addEventListener(
    "live",
    () => {
      removeEventListener("click", remember, true);
      if (pressed?.isConnected) pressed.click();
    },
    { once: true },
  );
})();
