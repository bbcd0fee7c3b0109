import type { Database } from '../../db/client.ts';
import { recordAudit } from '../audit/audit.service.ts';
import type { SignInFailed } from '../auth/openid/sign-in-failed.ts';
import { TRANSACTION_SECONDS } from '../auth/openid/transaction.ts';
import type { CurrentSettings } from '../settings/current-settings.ts';
import { clientNetwork } from './client-network.ts';
import { createCounter } from './counter.ts';

/** Failed sign-ins are counted for a client's network, never for the person they name. */
export type SignInAttempts = {
  /** True for the first answer to a sign-in, false when it is sent again, to whichever process. */
  takeAnswer(state: string): Promise<boolean>;
  /** For how many more seconds this address is locked out; 0 when it is not. */
  lockedFor(address: string): Promise<number>;
  /** Writes the failure into the audit trail; only a forged answer counts towards a lockout. */
  failed(address: string, failure: SignInFailed): Promise<void>;
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
    async takeAnswer(state) {
      const customDuration = TRANSACTION_SECONDS;
      const { consumedPoints } = await counter.penalty(`answer:${state}`, 1, { customDuration });
      return consumedPoints === 1;
    },
    async failed(address, { reason, isForged }) {
      const network = clientNetwork(address);
      await recordAudit(db, { action: 'sign-in-failed', details: { network, reason } });
      if (!isForged) return;
      const { loginAttempts, lockoutDuration } = limits();
      const seconds = lockoutDuration * 60;
      const { consumedPoints } = await counter.penalty(network, 1, { customDuration: seconds });
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
