import type { Role } from '@keydesk/shared/users/role';
import type { RealtimeServer } from './io.ts';

/**
 * Revocation and another role reach every process within 5 s (DESIGN §6.9), even when no
 * announcement does.
 */
const sweepMs = 4_000;

/**
 * Keeps disconnecting local sockets whose session has ended, or whose rooms follow from a role that
 * their person no longer has; the answer stops it.
 */
export const sweepEndedSessions = (
  io: RealtimeServer,
  livingSessions: (ids: readonly string[]) => Promise<ReadonlyMap<string, Role>>,
  onError: (error: unknown) => void,
): (() => void) => {
  const sweep = async (): Promise<void> => {
    const sockets = [...io.sockets.sockets.values()];
    const living = await livingSessions([...new Set(sockets.map((s) => s.data.sessionId))]);
    for (const socket of sockets)
      if (living.get(socket.data.sessionId) !== socket.data.role) socket.disconnect(true);
  };
  const timer = setInterval(() => {
    sweep().catch(onError);
  }, sweepMs);
  timer.unref();
  return () => clearInterval(timer);
};
