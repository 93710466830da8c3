/* Applies the colour theme before the first paint and after changes. Key: vite-ui-theme (light, dark or system). */
(() => {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const storageKey = "vite-ui-theme";
  /** Chosen while the page is open: storage may be disabled. */
  let chosen;
  const apply = () => {
    let theme = chosen;
    try {
      theme ??= localStorage.getItem(storageKey);
    } catch {
      // The default theme.
    }
    const isDark = theme === "dark" || (theme === "system" && dark.matches);
    document.documentElement.classList.toggle("dark", isDark);
    // The backgrounds of tokens.css, for the browser's toolbars.
    document.querySelector('meta[name="theme-color"]').content = isDark ? "#090f1c" : "#f7f9fc";
  };
  apply();
  try {
    // As high as it was in a window as wide: for-you.tsx.
    const [width, height] = localStorage.getItem("prompteca-para-voce").split(" ");
    if (+width === innerWidth && localStorage.getItem("prompteca-auth"))
      document.documentElement.style.setProperty("--for-you", `${height}px`);
  } catch {}
  dark.addEventListener("change", apply);
  // Fired by other tabs, and by this tab's theme switch.
  addEventListener("storage", ({ key, newValue }) => {
    if (key === storageKey || key === null) chosen = newValue;
    apply();
  });
})();
