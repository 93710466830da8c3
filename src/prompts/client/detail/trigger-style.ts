/** Style of a prompt's menu buttons: secondary, narrow enough for three in a row. */
export const triggerStyle =
  "inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-tile rounded-tr-corner-sm border border-edge bg-card px-2.5 font-semibold transition-colors hover:border-ink hover:bg-ground aria-expanded:border-ink";
