export type DeliveryQueue<Item> = {
  add(items: readonly Item[]): void;
  /** Drops all waiting items. */
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
 * Delivers a few items at a time, in order. Each delivery starts in its own event-loop turn, so
 * that requests are served in between. When too many are waiting, the oldest is dropped.
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
