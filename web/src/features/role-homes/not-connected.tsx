import { Unplug } from 'lucide-react';
import { StatusPill } from '../../ui/status-pill.tsx';

/** Says that nothing stands behind what it is put on. */
export const NotConnected = () => (
  <StatusPill tone="neutral" icon={<Unplug aria-hidden />}>
    Not connected
  </StatusPill>
);
