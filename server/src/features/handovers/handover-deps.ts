import type { User } from '@keydesk/shared/users/user';
import type { Database } from '../../db/client.ts';
import type { Publisher } from '../../realtime/publisher.ts';

/** What every handover needs besides its input. */
export type HandoverDeps = {
  db: Database;
  publisher: Publisher;
  /** Validity of request and return codes, seconds. */
  validitySeconds: number;
  acceptsLegacyQr: boolean;
  selfService: boolean;
};

/** The desk that performs a handover, as answers name it. */
export const personOf = ({ id, name, email }: User) => ({ id, name, email });
