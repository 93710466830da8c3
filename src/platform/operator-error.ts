/** An error that an operator can mend: its message is a sentence with the reason and the remedy, without secrets. */
export class OperatorError extends Error {}
