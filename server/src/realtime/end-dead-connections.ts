import type { Role } from '@keydesk/shared/users/role';
import type { RealtimeServer } from './io.ts';

/**
 * Disconnects local sockets whose session has ended, or whose rooms follow from a role that their
 * person no longer has.
 */
export const endDeadConnections = async (
  io: RealtimeServer,
  livingSessions: (ids: readonly string[]) => Promise<ReadonlyMap<string, Role>>,
): Promise<void> => {
  const sockets = [...io.sockets.sockets.values()];
  const living = await livingSessions([...new Set(sockets.map((s) => s.data.sessionId))]);
  for (const socket of sockets)
    if (living.get(socket.data.sessionId) !== socket.data.role) socket.disconnect(true);
};
