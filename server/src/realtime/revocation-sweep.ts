import type { RealtimeServer } from './io.ts';

/** Revocation reaches every process within 5 s (DESIGN §6.9), even when its announcement is lost. */
const sweepMs = 4_000;

/** Keeps disconnecting local sockets whose session has ended; the answer stops it. */
export const sweepEndedSessions = (
  io: RealtimeServer,
  livingSessions: (ids: readonly string[]) => Promise<Set<string>>,
  onError: (error: unknown) => void,
): (() => void) => {
  const sweep = async (): Promise<void> => {
    const sockets = [...io.sockets.sockets.values()];
    const living = await livingSessions([...new Set(sockets.map((s) => s.data.sessionId))]);
    for (const socket of sockets) if (!living.has(socket.data.sessionId)) socket.disconnect(true);
  };
  const timer = setInterval(() => {
    sweep().catch(onError);
  }, sweepMs);
  timer.unref();
  return () => clearInterval(timer);
};
