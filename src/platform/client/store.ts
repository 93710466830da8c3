/** A value that lives outside of components, which follow it with `useSyncExternalStore`. */
interface Store<Value> {
  get(): Value;
  /** Changes the value and notifies. */
  set(next: Value): void;
  /** @returns ends the subscription */
  subscribe(notify: () => void): () => void;
}

export function createStore<Value>(value: Value): Store<Value> {
  const subscribers = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      value = next;
      for (const notify of subscribers) notify();
    },
    subscribe(notify) {
      subscribers.add(notify);
      return () => subscribers.delete(notify);
    },
  };
}
