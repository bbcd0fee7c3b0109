import { CloudOff, RefreshCw } from 'lucide-react';
import { useConnection } from '../../lib/connection.ts';
import { StatusPill } from '../../ui/status-pill.tsx';

/** Says when what is shown may be out of date; quiet while updates arrive. */
export const ConnectionSign = () => {
  const connection = useConnection();
  return (
    <div role="status" aria-live="polite">
      {connection === 'offline' && (
        <StatusPill tone="out" icon={<CloudOff aria-hidden />}>
          <span className="max-sm:sr-only">Offline</span>
        </StatusPill>
      )}
      {connection === 'reconnecting' && (
        // A connection that is merely being opened is no news, so the sign waits a moment.
        <div className="animate-fade-in [animation-delay:1.5s] [animation-fill-mode:backwards]">
          <StatusPill tone="neutral" icon={<RefreshCw aria-hidden />}>
            <span className="max-sm:sr-only">Connecting</span>
          </StatusPill>
        </div>
      )}
    </div>
  );
};
