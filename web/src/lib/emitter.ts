/** An emitter of one kind of event. */
export function createEmitter<A extends unknown[]>() {
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
