import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';
import { ExpiringStore } from './expiring-store.ts';

/** Upper bound for records that the provider stores without a lifetime of their own. */
const DEFAULT_SECONDS = 3600;

/** The provider's state of one process: it begins empty and ends with the process. */
export const providerStorage = (): AdapterFactory => () => inMemory(new ExpiringStore());

const inMemory = (store: ExpiringStore<AdapterPayload>): Adapter => {
  const findWhere = async (matches: (payload: AdapterPayload) => boolean) => {
    const [key] = store.keysWhere(matches);
    return key === undefined ? undefined : store.get(key);
  };
  return {
    upsert: async (id, payload, expiresIn) => store.set(id, payload, expiresIn ?? DEFAULT_SECONDS),
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
};
