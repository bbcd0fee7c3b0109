import type { UserDetails } from '@keydesk/shared/users/user';
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

/** A person who has part in a handover, as answers name them. */
export const personOf = ({ id, name, email }: Pick<UserDetails, 'id' | 'name' | 'email'>) => ({
  id,
  name,
  email,
});
