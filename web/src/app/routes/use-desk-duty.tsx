import { isDutyCode } from '@keydesk/shared/duty/duty-code';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { recheckSession } from '../../features/auth/check-session.ts';
import { isInTime, type WaitingScan } from '../../features/desk/scan/kept-scan.ts';
import type { ScanFlow } from '../../features/desk/scan/use-scan.ts';
import { DutyBar } from '../../features/duty/duty-bar.tsx';
import { type DutyChange, useDutyChange } from '../../features/duty/use-duty.ts';
import { playFeedback } from '../../features/scanner/feedback.ts';
import { useDeskComputer } from '../../lib/session.ts';
import { showSuccess } from '../../ui/toast/show-toast.ts';

type DeskDuty = {
  /** Takes a scanned text if it is a duty code; false for any other. */
  take: (text: string) => boolean;
  /** Who is on duty; null in a browser that is not enrolled. */
  bar: ReactNode;
};

/**
 * The duty at this computer. A duty code never disturbs what is being scanned: a return goes on
 * waiting for its confirmation, and a code that was refused because nobody was on duty is used once
 * somebody is.
 */
export function useDeskDuty(flow: ScanFlow): DeskDuty {
  const at = useDeskComputer();
  const refused = useScanRefusedOffDuty(flow);
  const change = useDutyChange(
    async ({ type }) => {
      await recheckSession();
      showSuccess(doneTexts[type], 'duty');
      if (type === 'lock' || type === 'end') return;
      playFeedback('success');
      refused.repeat();
    },
    () => playFeedback('failure'),
  );
  return {
    take: (text) => {
      if (!isDutyCode(text)) return false;
      if (!change.isPending) change.mutate({ type: 'code', text });
      return true;
    },
    bar: at && (
      <DutyBar
        at={at}
        busy={change.isPending}
        hasWaitingScan={refused.waits}
        onChange={change.mutate}
        onPin={(guardId, pin) => change.mutateAsync({ type: 'pin', guardId, pin })}
      />
    ),
  };
}

const doneTexts: Record<DutyChange['type'], string> = {
  code: 'On duty',
  pin: 'On duty',
  lock: 'Locked',
  end: 'Duty ended',
};

/** The code that was last refused because nobody was on duty. */
function useScanRefusedOffDuty(flow: ScanFlow) {
  const { step } = flow.use();
  const refused = useRef<WaitingScan | null>(null);
  const [waits, setWaits] = useState(false);
  useEffect(() => {
    if (step.name === 'done' || step.name === 'confirming') {
      refused.current = null;
      setWaits(false);
    }
    if (step.name !== 'failed' || step.failure.code !== 'NOBODY_ON_DUTY') return;
    refused.current = { text: step.work.text, scannedAt: Date.now() };
    setWaits(true);
    // It may have locked by itself, of which this page has not heard yet.
    void recheckSession();
  }, [step]);
  return {
    waits,
    repeat: () => {
      const scan = refused.current;
      refused.current = null;
      setWaits(false);
      if (scan && isInTime(scan)) flow.send({ type: 'code-scanned', text: scan.text });
    },
  };
}
