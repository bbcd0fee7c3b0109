import { isDesk, type Role } from '@keydesk/shared/users/role';
import type { SocketOwner } from './io.ts';

/** Key events come in two variants: with the holder's email for the desk, without for others. */
export const keyRooms = { desk: 'keys:desk', others: 'keys:others' } as const;

export const userRoom = (userId: string): string => `user:${userId}`;
const roleRoom = (role: Role): string => `role:${role}`;
export const sessionRoom = (sessionId: string): string => `session:${sessionId}`;

/** Whether the rooms of this role include one for keys. */
export const seesKeys = (role: Role): boolean => isDesk(role) || role === 'faculty';

/** The rooms that follow from a session (DESIGN §5). */
export const roomsOf = ({ sessionId, userId, role }: SocketOwner): string[] => [
  sessionRoom(sessionId),
  userRoom(userId),
  roleRoom(role),
  ...(seesKeys(role) ? [isDesk(role) ? keyRooms.desk : keyRooms.others] : []),
];
