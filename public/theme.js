/* Sets the colour theme before the first paint, and keeps it true: key vite-ui-theme (light, dark or system). */
(() => {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const apply = () => {
    let theme = "light";
    try {
      theme = localStorage.getItem("vite-ui-theme") ?? theme;
    } catch {
      // Storage may be switched off: the default theme then.
    }
    const isDark = theme === "dark" || (theme === "system" && dark.matches);
    document.documentElement.classList.toggle("dark", isDark);
    // The grounds of tokens.css, for the browser's own bars.
    document.querySelector('meta[name="theme-color"]').content = isDark ? "#090f1c" : "#f7f9fc";
  };
  apply();
  dark.addEventListener("change", apply);
  // Fired by other tabs, and by the theme switch of this one.
  addEventListener("storage", apply);
})();
