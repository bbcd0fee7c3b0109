import type { Database } from '../../db/client.ts';
import { recordAudit } from '../audit/audit.service.ts';
import type { CurrentSettings } from '../settings/current-settings.ts';
import { clientNetwork } from './client-network.ts';
import { createCounter } from './counter.ts';

/** Failed sign-ins of each client network; the person they name, if any, is never at a loss. */
export type SignInAttempts = {
  /** For how many more seconds this address is locked out; 0 when it is not. */
  lockedFor(address: string): Promise<number>;
  failed(address: string, reason: string): Promise<void>;
  succeeded(address: string): Promise<void>;
};

export const createSignInAttempts = (db: Database, settings: CurrentSettings): SignInAttempts => {
  const counter = createCounter(db, 'sign_in_failures');
  const limits = () => settings.current().rateLimiting;
  return {
    async lockedFor(address) {
      const counted = await counter.get(clientNetwork(address));
      return counted && counted.consumedPoints >= limits().loginAttempts
        ? Math.ceil(counted.msBeforeNext / 1000)
        : 0;
    },
    async failed(address, reason) {
      const network = clientNetwork(address);
      const { loginAttempts, lockoutDuration } = limits();
      const seconds = lockoutDuration * 60;
      const { consumedPoints } = await counter.penalty(network, 1, { customDuration: seconds });
      await recordAudit(db, { action: 'sign-in-failed', details: { network, reason } });
      if (consumedPoints !== loginAttempts) return;
      await counter.set(network, consumedPoints, seconds);
      await recordAudit(db, {
        action: 'sign-in-locked-out',
        details: { network, minutes: lockoutDuration },
      });
    },
    async succeeded(address) {
      await counter.delete(clientNetwork(address));
    },
  };
};
