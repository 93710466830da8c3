/* Fetches the page's scripts once its first picture is there: on a slow line they would only take turns with it. */
(() => {
  const { modules, preloads } = document.currentScript.dataset;
  /** The longest that a picture may hold up the scripts, in milliseconds. */
  const patience = 1500;
  let begun = false;

  const begin = () => {
    if (begun) return;
    begun = true;
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
  if (!picture || picture.complete) return begin();
  picture.addEventListener("load", begin);
  picture.addEventListener("error", begin);
  setTimeout(begin, patience);
  // Who does something already is not kept waiting.
  for (const event of ["pointerdown", "keydown"]) addEventListener(event, begin, { once: true });
})();

/*
 * Buttons that do nothing yet: the last one pressed is pressed again once the page lives (browser.tsx says when), so that
 * nobody has to guess when that is. Until then nothing else hears it: a page that is just coming to life would do it twice.
 * Links, forms and menus work by themselves.
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
