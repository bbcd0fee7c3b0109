export type DeliveryQueue<Item> = {
  add(items: readonly Item[]): void;
  /** Gives up what waits. */
  clear(): void;
};

type Options<Item> = {
  /** Never rejects. */
  deliver: (item: Item) => Promise<void>;
  concurrency: number;
  maxWaiting: number;
  onDropped: () => void;
};

/**
 * Delivers a few items at a time, in order. Each delivery begins in an event loop turn of its own,
 * so that requests are served between the computing that each one costs. When too many wait, the
 * oldest is dropped.
 */
export function createDeliveryQueue<Item>({
  deliver,
  concurrency,
  maxWaiting,
  onDropped,
}: Options<Item>): DeliveryQueue<Item> {
  const waiting: Item[] = [];
  let active = 0;
  let scheduled = false;

  function schedule(): void {
    if (scheduled || active >= concurrency || waiting.length === 0) return;
    scheduled = true;
    setImmediate(startNext);
  }

  function startNext(): void {
    scheduled = false;
    const item = waiting.shift();
    if (item === undefined) return;
    active += 1;
    void deliver(item).finally(() => {
      active -= 1;
      schedule();
    });
    schedule();
  }

  return {
    add(items) {
      for (const item of items) {
        if (waiting.length >= maxWaiting) {
          waiting.shift();
          onDropped();
        }
        waiting.push(item);
      }
      schedule();
    },
    clear() {
      waiting.length = 0;
    },
  };
}
