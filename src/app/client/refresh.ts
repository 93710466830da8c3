/** Development only: prepares React for hot reload, before any component is loaded. */
// @ts-expect-error Vite serves this module; it exists only while developing.
import { injectIntoGlobalHook } from "/@react-refresh";

injectIntoGlobalHook(window);
Object.assign(window, { $RefreshReg$: () => {}, $RefreshSig$: () => (type: unknown) => type });
