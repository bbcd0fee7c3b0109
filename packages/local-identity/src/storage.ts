import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';

type Entry<T> = {
  readonly value: T;
  readonly expiresAt: number;
};

/**
 * Values that expire by themselves, such as what a sign-in needs for a few minutes. Beyond `capacity`
 * the oldest is dropped, so that memory cannot grow without bound.
 */
export class ExpiringStore<T> {
  readonly #entries = new Map<string, Entry<T>>();
  readonly #capacity: number;
  readonly #now: () => number;

  constructor(capacity = 2000, now: () => number = Date.now) {
    this.#capacity = capacity;
    this.#now = now;
  }

  /** Keeps `value` under `key` for `seconds`. */
  set(key: string, value: T, seconds: number): void {
    this.#entries.delete(key);
    this.#entries.set(key, { value, expiresAt: this.#now() + seconds * 1000 });
    const oldest = this.#entries.keys().next();
    if (this.#entries.size > this.#capacity && !oldest.done) this.#entries.delete(oldest.value);
  }

  /** The value under `key`, unless it has expired. */
  get(key: string): T | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    if (entry.expiresAt > this.#now()) return entry.value;
    this.#entries.delete(key);
    return undefined;
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }

  /** The keys of all unexpired values that `matches` accepts. */
  keysWhere(matches: (value: T) => boolean): string[] {
    return [...this.#entries.keys()].filter((key) => {
      const value = this.get(key);
      return value !== undefined && matches(value);
    });
  }
}

/** The lifetime of records that the provider stores without one. */
const defaultSeconds = 3600;

/** The provider's storage, in memory: its state ends with the process. */
export function providerStorage(): AdapterFactory {
  return () => inMemory(new ExpiringStore());
}

function inMemory(store: ExpiringStore<AdapterPayload>): Adapter {
  const findWhere = async (matches: (payload: AdapterPayload) => boolean) => {
    const [key] = store.keysWhere(matches);
    return key === undefined ? undefined : store.get(key);
  };
  return {
    upsert: async (id, payload, expiresIn) => store.set(id, payload, expiresIn ?? defaultSeconds),
    find: async (id) => store.get(id),
    findByUid: (uid) => findWhere((payload) => payload.uid === uid),
    findByUserCode: (code) => findWhere((payload) => payload.userCode === code),
    consume: async (id) => {
      const payload = store.get(id);
      if (payload) payload.consumed = Math.floor(Date.now() / 1000);
    },
    destroy: async (id) => store.delete(id),
    revokeByGrantId: async (grantId) => {
      for (const key of store.keysWhere((payload) => payload.grantId === grantId)) {
        store.delete(key);
      }
    },
  };
}
