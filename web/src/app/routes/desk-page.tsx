import type { Key } from '@keydesk/shared/keys/key';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type ReactNode, useCallback, useState } from 'react';
import { CollectDialog } from '../../features/desk/collect-dialog.tsx';
import { DeskTabBar, parseDeskTab } from '../../features/desk/desk-tabs.tsx';
import { RecentHandoverList } from '../../features/desk/recent-handovers.tsx';
import { ScanDialogs } from '../../features/desk/scan/dialogs.tsx';
import { useScan } from '../../features/desk/scan/use-scan.ts';
import { ScannerCard } from '../../features/desk/scanner-card.tsx';
import { shortDateTimeText } from '../../features/keys/key-text.ts';
import { keysQuery } from '../../features/keys/queries.ts';
import { filterByStatus } from '../../features/keys/search.ts';
import { useLiveKeys } from '../../features/keys/use-live-keys.ts';
import { playFeedback } from '../../features/scanner/feedback.ts';
import { useKeyboardWedge } from '../../features/scanner/keyboard-wedge.ts';
import { ScannerOverlay } from '../../features/scanner/scanner-overlay.tsx';
import { serverNow } from '../../lib/clock.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { DeskAvailableTab, DeskUnavailableTab } from '../lazy-routes.ts';
import { useRefetchKeys } from '../live-connection.ts';

/** The security dashboard: scan, what hangs here, what is out. */
export function DeskPage() {
  useLiveKeys();
  const tab = parseDeskTab(useParams({ from: '/dashboard/security/$tab' }).tab);
  const { data: keys } = useQuery(keysQuery);
  const collect = useDeskCollect();
  return (
    <>
      <DeskTabBar
        available={keys && filterByStatus(keys, 'available').length}
        unavailable={keys && filterByStatus(keys, 'unavailable').length}
      />
      <DeskScannerTab shown={tab === 'scanner'} />
      {tab === 'available' && <DeskAvailableTab renderCollect={collect.renderAction} />}
      {tab === 'unavailable' && <DeskUnavailableTab renderCollect={collect.renderAction} />}
      {collect.dialog}
    </>
  );
}

/** Scanning at the desk. While another tab is shown, a scan that was begun still ends in its result. */
export function DeskScannerTab({ shown }: { shown: boolean }) {
  const readKeysAnew = useRefetchKeys();
  const flow = useScan(playFeedback, readKeysAnew);
  const { camera, step } = flow.use();
  const scan = (text: string) => flow.send({ type: 'code-scanned', text });
  useKeyboardWedge(scan, shown);
  const dialogs = <ScanDialogs flow={flow} sinceText={sinceNow} onCollected={readKeysAnew} />;
  const working = step.name === 'working';
  return (
    <>
      {shown && (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-6">
          <ScannerCard onStart={() => flow.send({ type: 'camera-opened' })} busy={working} />
          <RecentHandoverList />
        </div>
      )}
      <ScannerOverlay
        open={camera}
        onClose={() => flow.send({ type: 'camera-closed' })}
        onCode={scan}
        busy={working || step.name === 'confirming' || step.name === 'showing-key'}
      >
        {camera && dialogs}
      </ScannerOverlay>
      {!camera && dialogs}
    </>
  );
}

export type DeskCollect = {
  /** Collect, for a key that is out. */
  renderAction: (key: Key) => ReactNode;
  dialog: ReactNode;
};

/** Collecting keys by hand, from any list. */
export function useDeskCollect(): DeskCollect {
  const [item, setItem] = useState<Key | null>(null);
  const readKeysAnew = useRefetchKeys();
  return {
    renderAction: useCallback(
      (key: Key) =>
        key.status === 'available' ? null : (
          <ActionButton
            size="small"
            variant="secondary"
            aria-label={`Collect ${key.keyNumber}`}
            onClick={() => setItem(key)}
          >
            Collect
          </ActionButton>
        ),
      [],
    ),
    dialog: (
      <CollectDialog
        item={item}
        onClose={() => setItem(null)}
        onCollected={readKeysAnew}
        sinceText={sinceNow}
      />
    ),
  };
}

/** Since when, as seen now by the server's clock. */
export function sinceNow(instant: string): string {
  return shortDateTimeText(new Date(instant), serverNow());
}
