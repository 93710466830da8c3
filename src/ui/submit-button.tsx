/** The button that sends a form. */
import { type ComponentProps, useSyncExternalStore } from "react";
import { Button } from "./button.tsx";

const never = () => () => {};

/**
 * Waits for the page to come alive: before that, the browser itself would send the form and what was typed would be
 * lost. A form whose button is disabled is not sent by the Enter key either.
 */
export function SubmitButton({ disabled, ...rest }: Omit<ComponentProps<typeof Button>, "type">) {
  const alive = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return <Button {...rest} type="submit" disabled={disabled || !alive} />;
}
