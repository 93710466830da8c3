/** An error that an operator can mend: its message is a sentence with the reason and the remedy, without secrets. */
export class OperatorError extends Error {}

/** One that stays however often the site is started: the process ends with 78, and systemd does not start it again. */
export class LastingError extends OperatorError {}
