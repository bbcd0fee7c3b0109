import { useSyncExternalStore } from 'react';

/** A value that modules may set and components may watch. */
export function observable<T>(initial: T) {
  let value = initial;
  const watchers = new Set<() => void>();
  const watch = (watcher: () => void) => {
    watchers.add(watcher);
    return () => {
      watchers.delete(watcher);
    };
  };
  const get = () => value;
  return {
    get,
    watch,
    set: (next: T) => {
      if (Object.is(next, value)) return;
      value = next;
      for (const watcher of [...watchers]) watcher();
    },
    /** The value as a hook. */
    use: () => useSyncExternalStore(watch, get, get),
  };
}

/** Listeners of one kind of happening. */
export function signal<A extends unknown[]>() {
  const listeners = new Set<(...facts: A) => void>();
  return {
    on: (listener: (...facts: A) => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    emit: (...facts: A) => {
      for (const listener of [...listeners]) listener(...facts);
    },
  };
}
