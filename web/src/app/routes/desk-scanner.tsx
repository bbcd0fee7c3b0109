import type { ErrorCode } from '@keydesk/shared/core/errors';
import { isAttended } from '@keydesk/shared/duty/duty';
import type { Key } from '@keydesk/shared/keys/key';
import { isDutyCode } from '@keydesk/shared/loans/qr-parse';
import { t } from '@keydesk/shared/texts/en/desk-bar';
import { Clock } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { DeskMenu } from '../../features/duty/desk-menu.tsx';
import { ShiftBefore } from '../../features/duty/shift-handover.tsx';
import {
  type DutyChange,
  EnrolHint,
  StartShiftCard,
  useDutyChange,
  type WaitingScans,
} from '../../features/duty/start-shift.tsx';
import { useRefetchKeys } from '../../features/keys/queries.ts';
import { AwayKeys } from '../../features/loans/desk/away-keys.tsx';
import { ChooseCodeDialog, useCodeChoice } from '../../features/loans/desk/choose-code-dialog.tsx';
import { DeskOverview } from '../../features/loans/desk/desk-overview.tsx';
import type { LendStart } from '../../features/loans/desk/lend-step.ts';
import { RecentHandoverList } from '../../features/loans/desk/recent-handovers.tsx';
import { ScanDialogs } from '../../features/loans/desk/scan-dialogs.tsx';
import { cardOf, lendsNext, shownStep } from '../../features/loans/desk/scan-machine.ts';
import { ScannerCard, useWaiting } from '../../features/loans/desk/scanner-card.tsx';
import type { ScanFlow } from '../../features/loans/desk/use-scan.ts';
import type { useDeskLend } from '../../features/loans/lending/desk-lend.tsx';
import { playFeedback } from '../../features/loans/scanner/feedback.ts';
import {
  isInTime,
  keepScan,
  lateScanText,
  takeKeptScan,
  type WaitingScan,
} from '../../features/loans/scanner/kept-scan.ts';
import { useKeyboardWedge } from '../../features/loans/scanner/keyboard-wedge.ts';
import { ScannerOverlay } from '../../features/loans/scanner/scanner-overlay.tsx';
import { recheckSession } from '../../features/session/check-session.ts';
import { type Desks, useCampus } from '../../lib/campus.ts';
import { useHasOpened } from '../../lib/hooks.ts';
import { onReload } from '../../lib/language.ts';
import { getSignedOut, useDeskComputer, useUser } from '../../lib/session.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { Spinner } from '../../ui/loading.tsx';
import { Notice } from '../../ui/notice.tsx';
import { showActionToast, showSuccess } from '../../ui/toast/show-toast.ts';

export type DeskScope = {
  /** Null for a campus with one desk, and without a guard on duty: hooks are not shown then. */
  desks: Desks | null;
  everywhere: boolean;
  onEverywhere: (everywhere: boolean) => void;
  /** Filters to the keys of this desk unless all are wanted, or the campus has no second desk. */
  narrow: (keys: readonly Key[]) => readonly Key[];
};

type DeskScannerProps = {
  home: boolean;
  tabs: ReactNode;
  scope: DeskScope;
  keys: readonly Key[] | undefined;
  all: readonly Key[] | undefined;
  flow: ScanFlow;
  lend: Pick<ReturnType<typeof useDeskLend>, 'open' | 'lendByName'>;
};

/** Scanning at the desk. The USB scanner works, and results appear, on every tab. */
export function DeskScanner(props: DeskScannerProps) {
  const { flow, home, tabs, scope, keys, all, lend } = props;
  const { camera, step } = flow.use();
  const shown = shownStep(step);
  const [lateScan, setLateScan] = useState<string | null>(null);
  const duty = useDeskDuty(flow, setLateScan);
  useKeptScans(flow, duty.take, setLateScan);
  const forgetLateScan = () => setLateScan(null);
  const choice = useCodeChoice((text) => {
    if (!duty.take(text)) flow.send({ type: 'code-scanned', text });
  });
  const scan = (text: string) => {
    if (duty.take(text)) return;
    forgetLateScan();
    choice.cancel();
    const before = flow.get().aside;
    flow.send({ type: 'code-scanned', text });
    const { aside } = flow.get();
    if (aside && aside !== before)
      showActionToast(t('was-closed', { name: aside.name === 'lending' ? 'lend' : 'collect' }), {
        label: t('reopen'),
        onPress: () => flow.send({ type: 'reopened' }),
      });
  };
  const close = () => {
    choice.cancel();
    flow.send({ type: 'camera-closed' });
  };
  useKeyboardWedge(scan);
  const computer = useDeskComputer();
  // The settings that allow lending by name load a moment after the page.
  const canLend = lend.open !== undefined && (computer === null || isAttended(computer));
  const lendNext = (start: LendStart) => {
    choice.cancel();
    lend.open?.(start);
  };
  const lendTagged = useEffectEvent(() => {
    const start = lendsNext(step);
    if (start) lendNext(start);
  });
  useEffect(() => {
    if (canLend && step.name === 'showing-key') lendTagged();
  }, [step, canLend]);
  const hasLent = useHasOpened(shown.name === 'lending');
  const locked = computer?.duty?.locked ?? false;
  const hideNames = useEffectEvent(() => {
    close();
    if (step.name !== 'confirming') flow.send({ type: 'dismissed' });
  });
  useEffect(() => {
    if (locked) hideNames();
  }, [locked]);
  // A computer without a guard on duty does not learn who waits.
  const waiting = useWaiting(!computer || (computer.duty !== null && !locked));
  const user = useUser();
  const hasDesks = useCampus()?.desks.some(({ retired }) => !retired) ?? false;
  const canBeEnrolled = hasDesks && computer === null && user?.role === 'security';
  // A locked screen only says why a scan was refused; a return waits until it is unlocked.
  const dialogs = (!locked || step.name === 'failed') && (
    <ScanDialogs
      flow={flow}
      keys={all}
      onLend={canLend ? lendNext : undefined}
      onAnother={canLend && lend.lendByName === 'on' ? (person) => lendNext({ person }) : undefined}
    />
  );
  const working =
    step.name === 'working' && shown.name !== 'lending' && shown.name !== 'collecting';
  const takesTag =
    step.name === 'confirming' || (step.name === 'stopped' && step.obstacle.kind === 'tag');
  const choosing = choice.asking || choice.choices.length > 0;
  const attended = computer === null || isAttended(computer);
  const refetchKeys = useRefetchKeys();
  return (
    <>
      <div className="tabs-above:mb-6 tabs-above:flex tabs-above:items-center tabs-above:justify-between tabs-above:gap-6">
        {tabs}
        {!locked && (
          <DeskMenu
            at={computer}
            desks={scope.desks}
            everywhere={scope.everywhere}
            onEverywhere={scope.onEverywhere}
            keys={all}
            onLock={duty.lock}
            onEnd={() => duty.change({ type: 'end' })}
          />
        )}
      </div>
      {computer && !attended && (
        <StartShiftCard
          at={computer}
          busy={duty.isPending}
          waitingScans={duty.waitingScans}
          onPin={(guardId, pin) => duty.change({ type: 'pin', guardId, pin })}
        />
      )}
      {home && attended && computer?.duty && (
        <ShiftBefore key={computer.duty.id} duty={computer.duty} />
      )}
      {lateScan !== null && (
        <Notice tone="warning" icon={<Clock aria-hidden />} className="mb-5">
          {lateScan}
        </Notice>
      )}
      {home ? (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-6">
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:gap-6">
            <ScannerCard
              onStart={() => flow.send({ type: 'camera-opened' })}
              onLend={lend.open && (() => lend.open?.())}
              busy={working}
            />
            <DeskOverview keys={keys} all={all} waiting={waiting} />
            {scope.desks && all && (
              <AwayKeys
                keys={all}
                desks={scope.desks}
                everywhere={scope.everywhere}
                onConfirmed={refetchKeys}
              />
            )}
          </div>
          <RecentHandoverList keys={all} />
          {canBeEnrolled && user && <EnrolHint user={user} />}
        </div>
      ) : (
        working && <ScanUnderWay />
      )}
      <ScannerOverlay
        open={camera}
        onClose={close}
        onCode={scan}
        onSeveral={(codes) => {
          // The tag is still awaited: other people's codes in view do not cancel that.
          if (takesTag) return;
          forgetLateScan();
          flow.send({ type: 'dismissed' });
          choice.offer(codes);
        }}
        busy={
          choosing ||
          working ||
          step.name === 'showing-key' ||
          shown.name === 'collecting' ||
          cardOf(step) !== null
        }
        wantsTag={takesTag}
      >
        {camera && dialogs}
        <ChooseCodeDialog flow={choice} />
      </ScannerOverlay>
      {!camera && dialogs}
      {!locked && hasLent && (
        <LendDialog
          flow={flow}
          keys={keys ?? []}
          all={all ?? []}
          onClose={() => flow.send({ type: 'dismissed' })}
        />
      )}
    </>
  );
}

const LendDialog = lazyComponent(
  () => import('../../features/loans/lending/lend-dialog.tsx'),
  'LendDialog',
);

/**
 * Processes the scan that arrived while the desk was signed out or on another page. A sign-out
 * keeps a scan that awaits confirmation. `onLate` gets the message for an expired one.
 */
function useKeptScans(
  flow: ScanFlow,
  takeDutyCode: (text: string) => boolean,
  onLate: (text: string) => void,
): void {
  const deskId = useUser()?.id;
  const resume = useEffectEvent((id: string) => {
    const kept = takeKeptScan(id);
    if (!kept) return;
    if (!kept.inTime) onLate(lateScanText(kept));
    else if (!takeDutyCode(kept.text)) flow.send({ type: 'code-scanned', text: kept.text });
  });
  useEffect(() => {
    if (!deskId) return;
    resume(deskId);
    return () => {
      if (getSignedOut()?.userId === deskId) keepWaitingScan(flow, deskId);
    };
  }, [deskId, flow]);
  useEffect(() => onReload((userId) => keepWaitingScan(flow, userId)), [flow]);
}

function keepWaitingScan(flow: ScanFlow, deskId: string): void {
  const { step } = flow.get();
  const waits =
    step.name === 'confirming' ||
    (step.name === 'stopped' && step.obstacle.kind !== 'refused') ||
    step.name === 'showing-key' ||
    (step.name === 'collecting' && step.text !== '');
  if (waits) keepScan(step.text, deskId);
}

function ScanUnderWay() {
  return (
    <p
      role="status"
      className="fixed inset-x-0 top-20 z-40 mx-auto flex w-fit items-center gap-2.5 rounded-full border border-line bg-raised px-5 py-3 font-semibold shadow-float"
    >
      <Spinner className="size-5" />
      {t('processing')}
    </p>
  );
}

type DeskDuty = {
  /** Takes a scanned shift code; false for any other text. */
  take: (text: string) => boolean;
  lock: () => void;
  change: (change: DutyChange) => Promise<void>;
  isPending: boolean;
  waitingScans: WaitingScans;
};

/**
 * The shift at this computer. A shift code never disturbs a scan: a return still awaits its
 * confirmation, and a code that was refused for want of a guard is processed once a guard is on
 * duty.
 */
function useDeskDuty(flow: ScanFlow, onLate: (text: string) => void): DeskDuty {
  const refused = useScanRefusedOffDuty(flow, onLate);
  const change = useDutyChange(
    async ({ type }) => {
      await recheckSession();
      showSuccess(t(doneTexts[type]), 'duty');
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
    lock: () => change.mutate({ type: 'lock' }),
    change: change.mutateAsync,
    isPending: change.isPending,
    waitingScans: refused.waits,
  };
}

const doneTexts = {
  code: 'on-duty',
  pin: 'on-duty',
  lock: 'locked',
  end: 'duty-ended',
} as const satisfies Record<DutyChange['type'], string>;

const offDutyCodes: ReadonlySet<string> = new Set<ErrorCode>(['NOBODY_ON_DUTY', 'DUTY_LOCKED']);

/** The last code that was refused because no guard was on duty. */
function useScanRefusedOffDuty(flow: ScanFlow, onLate: (text: string) => void) {
  const { step } = flow.use();
  const refused = useRef<WaitingScan | null>(null);
  const [waits, setWaits] = useState<WaitingScans>('none');
  useEffect(() => {
    if (step.name === 'done' || step.name === 'confirming') {
      refused.current = null;
      setWaits('none');
    }
    if (step.name !== 'failed' || !offDutyCodes.has(step.failure.code ?? '')) return;
    const { text } = step;
    const replaces = refused.current && isInTime(refused.current) && refused.current.text !== text;
    refused.current = { text, scannedAt: Date.now() };
    if (replaces) setWaits('last');
    else setWaits((before) => (before === 'none' ? 'one' : before));
    // The screen may have locked without an event reaching this page.
    void recheckSession();
  }, [step]);
  useEffect(
    () =>
      onReload((guardId) => {
        if (refused.current) keepScan(refused.current.text, guardId);
      }),
    [],
  );
  return {
    waits,
    repeat: () => {
      const scan = refused.current;
      refused.current = null;
      setWaits('none');
      if (scan && isInTime(scan)) flow.send({ type: 'code-scanned', text: scan.text });
      else if (scan) onLate(lateScanText(scan));
    },
  };
}
