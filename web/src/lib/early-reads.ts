/** What `public/early.js` has asked the server before the application was there, by path. */
type EarlyReads = Partial<Record<string, EarlyRead>>;

type EarlyRead = {
  /** On the clock of `performance.now()`. */
  sentAt: number;
  answer: Promise<Response>;
};

/** An older answer is not used any more. */
const usableMs = 15_000;

/** To be called when a read must not be older than the live connection. */
export function dropEarlyReads(): void {
  delete (globalThis as { earlyReads?: EarlyReads }).earlyReads;
}

/** When a read of this path that begins now was sent, on the clock of `performance.now()`. */
export function readSentAt(path: string): number {
  const { earlyReads } = globalThis as { earlyReads?: EarlyReads };
  return earlyReads?.[path]?.sentAt ?? performance.now();
}

/** The early read of this path, once; undefined when there is none, or it has become old. */
export function takeEarlyRead(path: string): EarlyRead | undefined {
  const { earlyReads } = globalThis as { earlyReads?: EarlyReads };
  const read = earlyReads?.[path];
  delete earlyReads?.[path];
  return read && performance.now() - read.sentAt < usableMs ? read : undefined;
}
