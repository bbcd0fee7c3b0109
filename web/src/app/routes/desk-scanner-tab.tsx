import { RecentHandoverList } from '../../features/desk/recent/recent-handover-list.tsx';
import { ScanDialogs } from '../../features/desk/scan/scan-dialogs.tsx';
import { useScanFlow } from '../../features/desk/scan/use-scan-flow.ts';
import { ScannerCard } from '../../features/desk/scanner-card.tsx';
import { announceResult } from '../../features/scanner/feedback.ts';
import { ScannerOverlay } from '../../features/scanner/scanner-overlay.tsx';
import { useKeyboardWedge } from '../../features/scanner/use-keyboard-wedge.ts';
import { sinceNow } from './since-now.ts';
import { useReadKeysAnew } from './use-read-keys-anew.ts';

/** Scanning at the desk. While another tab is shown, a scan that was begun still ends in its result. */
export const DeskScannerTab = ({ shown }: { shown: boolean }) => {
  const readKeysAnew = useReadKeysAnew();
  const flow = useScanFlow(announceResult, readKeysAnew);
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
};
