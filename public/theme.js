/* Applies the colour theme before the first paint and after changes. Key: vite-ui-theme (light, dark or system). */
(() => {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const apply = () => {
    let theme = "light";
    try {
      theme = localStorage.getItem("vite-ui-theme") ?? theme;
    } catch {
      // Storage may be disabled: use the default theme.
    }
    const isDark = theme === "dark" || (theme === "system" && dark.matches);
    document.documentElement.classList.toggle("dark", isDark);
    // The backgrounds of tokens.css, for the browser's toolbars.
    document.querySelector('meta[name="theme-color"]').content = isDark ? "#090f1c" : "#f7f9fc";
  };
  apply();
  dark.addEventListener("change", apply);
  // Fired by other tabs, and by this tab's theme switch.
  addEventListener("storage", apply);
})();
