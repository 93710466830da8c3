/* Loads the page's scripts after its first picture: on a slow connection they would compete for bandwidth. */
(() => {
  const { modules, preloads } = document.currentScript.dataset;
  /** Maximum time that the scripts wait for the picture, in milliseconds. */
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
  if (!picture || picture.complete) return start();
  picture.addEventListener("load", start);
  picture.addEventListener("error", start);
  setTimeout(start, maxWaitMs);
  // An interaction starts the scripts at once.
  for (const event of ["pointerdown", "keydown"]) addEventListener(event, start, { once: true });
})();

/*
 * Records the last click on a button before the page is hydrated, and repeats it afterwards (browser.tsx sends the
 * event "live"). Until then other listeners do not get the click, because a page that is being hydrated would handle
 * it twice. Links, forms and menus work without scripts.
 */
(() => {
  let pressed = null;
  const remember = (click) => {
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
