/** When forms speak up: the same in all of them. */

/**
 * Options for react-hook-form's `useForm`. A field is checked when it is left, then while it is being corrected. The
 * delay, in milliseconds, outlasts a click: an error that appeared between press and release would push the button away
 * from below the pointer, and the click would be lost.
 */
export const formBehavior = { mode: "onTouched", delayError: 300 } as const;
