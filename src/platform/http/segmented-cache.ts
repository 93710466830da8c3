/**
 * A cache of bounded weight in two segments, both least recently used: what was asked for again outlives what was asked for
 * once, so that a flood of names that nobody asks for twice displaces itself alone.
 */
import { LRUCache } from "lru-cache";

/** The part of the weight that what was asked for once may take. */
const PROBATION = 1 / 3;

export interface SegmentedCache<V> {
  /** Asking counts as use. */
  get(name: string): V | undefined;
  /** Puts a value in place of the one before, of which it keeps the segment. */
  set(name: string, value: V): void;
  clear(): void;
  /** How many values there are. */
  count(): number;
  weight(): number;
}

/**
 * @param most the weight of all values together
 * @param weigh what one weighs, a whole number above zero
 */
export function openSegmentedCache<V extends object>(
  most: number,
  weigh: (value: V) => number,
): SegmentedCache<V> {
  const part = Math.ceil(most * PROBATION);
  const once = new LRUCache<string, V>({ maxSize: part, sizeCalculation: weigh });
  const again = new LRUCache<string, V>({ maxSize: most - part, sizeCalculation: weigh });
  return {
    get(name) {
      const found = again.get(name) ?? once.peek(name);
      if (found && once.delete(name)) again.set(name, found);
      return found;
    },
    set(name, value) {
      (again.has(name) ? again : once).set(name, value);
    },
    clear() {
      once.clear();
      again.clear();
    },
    count: () => once.size + again.size,
    weight: () => once.calculatedSize + again.calculatedSize,
  };
}
