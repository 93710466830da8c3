/**
 * The key that was just made, until it was copied or its owner does without it: it is shown once, and Back must not lose it.
 */
import { onPersonLeft } from "#accounts/client/left-behind.ts";
import type { CreatedKey } from "#accounts/key-contract.ts";
import { createStore } from "#platform/client/store.ts";

export const uncopiedKey = createStore<CreatedKey | null>(null);

onPersonLeft(() => uncopiedKey.set(null));
