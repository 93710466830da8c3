/** When forms validate, and what is dropped beside them: the same everywhere. */
import { keepDropsOut } from "./kept-drops.ts";

if (typeof window !== "undefined") keepDropsOut();

/**
 * Options for react-hook-form's `useForm`: validate a field on blur, then on each change while it has an error. The
 * delay in milliseconds outlasts a click: an error that appeared between press and release would move the button away
 * from the pointer, and the click would be lost.
 */
export const formBehavior = { mode: "onTouched", delayError: 300 } as const;
