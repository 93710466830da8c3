/** Parts of pages whose modules are loaded when they are first rendered. */
import { type ComponentType, type LazyExoticComponent, lazy } from "react";

const Nothing = () => null;

/**
 * A component that suspends while its module loads.
 * @param load for example `async () => (await import("./form.tsx")).Form`
 * @param Without rendered when the module cannot be loaded; nothing by default
 */
export const lazyPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Without: ComponentType<Props> = Nothing,
): LazyExoticComponent<ComponentType<Props>> =>
  lazy(() =>
    load().then(
      (Part) => ({ default: Part }),
      () => ({ default: Without }),
    ),
  );
