/** A form that a browser without scripts has sent: if it is refused, its page shows it again with what was typed. */

export interface PostedForm {
  /** Typed values, by the fields' names. */
  values: Readonly<Record<string, string>>;
  /** Why it was refused, by the fields' names; `root` for the form as a whole. */
  errors: Readonly<Record<string, string>>;
}

/** Key in the query cache, by which the form reaches its page. @param path the page's */
export const postedKey = (path: string) => ["posted", path] as const;
