/** Answers from which a prompt's results are told as a share, as on the site. */
export const RESULTS_FROM = 3;
