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

/** The security dashboard: the scanner, the available keys and those that are out. */
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

/** Scanning at the desk. A scan still shows its result when another tab has been opened since. */
function DeskScannerTab({ shown }: { shown: boolean }) {
  const refetchKeys = useRefetchKeys();
  const flow = useScan(playFeedback, refetchKeys);
  const { camera, step } = flow.use();
  const scan = (text: string) => flow.send({ type: 'code-scanned', text });
  useKeyboardWedge(scan, shown);
  const dialogs = <ScanDialogs flow={flow} sinceText={sinceNow} onCollected={refetchKeys} />;
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

type DeskCollect = {
  /** The Collect button of a key that is out; null for any other. */
  renderAction: (key: Key) => ReactNode;
  dialog: ReactNode;
};

/** Collecting keys by hand, from any list. */
function useDeskCollect(): DeskCollect {
  const [item, setItem] = useState<Key | null>(null);
  const refetchKeys = useRefetchKeys();
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
        onCollected={refetchKeys}
        sinceText={sinceNow}
      />
    ),
  };
}

/** Since when, relative to the server's time. */
function sinceNow(instant: string): string {
  return shortDateTimeText(new Date(instant), serverNow());
}
