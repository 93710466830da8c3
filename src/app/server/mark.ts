/** The site's mark, for pages without React; their style colours `.accent`. */
export const MARK =
  '<svg aria-hidden="true" viewBox="0 0 16 16"><path fill="currentColor" d="M0 0h8v4a4 4 0 0 0-4 4H0zM8 0a8 8 0 0 1 8 8H8zM0 8h8a8 8 0 0 1-8 8z"/><circle class="accent" cx="12" cy="12" r="3"/></svg>';
