import type { Role } from '@keydesk/shared/users/role';
import type { Connection } from '../../db/client.ts';
import { idsByRole } from './users.repository.ts';

/** Active people with one of these roles. */
export const listUserIds = (db: Connection, roles: readonly Role[]): Promise<string[]> =>
  idsByRole(db, roles);
