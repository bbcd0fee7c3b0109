import { CloudOff, Keyboard, MousePointerClick } from 'lucide-react';
import type { ReactNode } from 'react';
import { useConnection } from '../../lib/connection.ts';
import { classNames } from '../../ui/class-names.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { usePageFocus } from './use-page-focus.ts';

type Sign = { look: string; icon: ReactNode; text: string };

const useSign = (busy: boolean): Sign => {
  const offline = useConnection() === 'offline';
  const focused = usePageFocus();
  if (busy) return { look: 'text-muted', icon: <Spinner />, text: 'Processing…' };
  if (offline)
    return {
      look: 'text-out',
      icon: <CloudOff aria-hidden />,
      text: 'Offline. Scans cannot be processed until the connection is back.',
    };
  return focused
    ? {
        look: 'text-available',
        icon: <Keyboard aria-hidden />,
        text: 'USB scanner ready, just scan',
      }
    : {
        look: 'text-muted',
        icon: <MousePointerClick aria-hidden />,
        text: 'Click this page to use the USB scanner',
      };
};

/** Whether a scan with a USB scanner would arrive here. */
export const WedgeSign = ({ busy }: { busy: boolean }) => {
  const { look, icon, text } = useSign(busy);
  return (
    <p
      role="status"
      className={classNames(
        'mt-5 flex min-h-10 items-center gap-2 text-sm font-medium [&_svg]:size-5 [&_svg]:shrink-0',
        look,
      )}
    >
      {icon}
      {text}
    </p>
  );
};
