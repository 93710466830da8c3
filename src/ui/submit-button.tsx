/** The submit button of a form. */
import { type ComponentProps, useSyncExternalStore } from "react";
import { Button } from "./button.tsx";

const never = () => () => {};

/**
 * Disabled until hydration: before it the browser itself would submit the form and the input would be
 * lost. With a disabled submit button the Enter key does not submit either.
 */
export function SubmitButton({ disabled, ...rest }: Omit<ComponentProps<typeof Button>, "type">) {
  const alive = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return <Button {...rest} type="submit" disabled={disabled || !alive} />;
}
