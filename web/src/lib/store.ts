import { useSyncExternalStore } from 'react';

/** A value that modules set and that components can subscribe to. */
export function createStore<T>(initial: T) {
  let value = initial;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  };
  const get = () => value;
  return {
    get,
    subscribe,
    set: (next: T) => {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of [...listeners]) listener();
    },
    use: () => useSyncExternalStore(subscribe, get, get),
  };
}

export function createEmitter<A extends unknown[]>() {
  const listeners = new Set<(...args: A) => void>();
  return {
    on: (listener: (...args: A) => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    emit: (...args: A) => {
      for (const listener of [...listeners]) listener(...args);
    },
  };
}
