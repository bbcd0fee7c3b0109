import type { Key } from '@keydesk/shared/keys/key';
import { Clock } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { DeskOverview, type RenderKeyNumber } from '../../features/desk/desk-overview.tsx';
import { RecentHandoverList } from '../../features/desk/recent-handovers.tsx';
import { ChooseCodeDialog } from '../../features/desk/scan/choose-code-dialog.tsx';
import { ScanDialogs } from '../../features/desk/scan/dialogs.tsx';
import { keepScan, lateScanText, takeKeptScan } from '../../features/desk/scan/kept-scan.ts';
import { planScan } from '../../features/desk/scan/perform.ts';
import { useCodeChoice } from '../../features/desk/scan/use-code-choice.ts';
import { type ScanFlow, useScan } from '../../features/desk/scan/use-scan.ts';
import { ScannerCard } from '../../features/desk/scanner-card.tsx';
import { useWaiting } from '../../features/desk/waiting.ts';
import { EnrolHint } from '../../features/duty/enrol-hint.tsx';
import { KeyDetailsLink } from '../../features/keys/key-parts.tsx';
import { formatSince } from '../../features/keys/key-text.ts';
import { useRefetchKeys } from '../../features/keys/queries.ts';
import type { ReadCard } from '../../features/lending/use-lending.ts';
import { playFeedback } from '../../features/scanner/feedback.ts';
import { useKeyboardWedge } from '../../features/scanner/keyboard-wedge.ts';
import { ScannerOverlay } from '../../features/scanner/scanner-overlay.tsx';
import { useCampus } from '../../lib/campus.ts';
import { useDeskComputer, useUser } from '../../lib/session.ts';
import { getSignedOut } from '../../lib/signed-out.ts';
import { Notice } from '../../ui/notice.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { showActionToast } from '../../ui/toast/show-toast.ts';
import type { DeskLend } from './desk-lend.tsx';
import { useDeskDuty } from './use-desk-duty.tsx';

type DeskScannerProps = {
  /** Whether the scanner's own tab is open. */
  home: boolean;
  /** The keys that the lists of this desk show; undefined while they load. */
  keys: readonly Key[] | undefined;
  /** Every key. */
  all: readonly Key[] | undefined;
  /** Lending to a named person: an ID card that is read is meant for it while its dialog is open. */
  lend: Pick<DeskLend, 'open' | 'onCard' | 'reopen'>;
  /** Closes what was open for another key. */
  onScan: () => void;
};

/** Scanning at the desk. The USB scanner is heard, and a result is shown, on every tab. */
export function DeskScanner({ home, keys, all, lend, onScan }: DeskScannerProps) {
  const refetchKeys = useRefetchKeys();
  const flow = useScan(playFeedback, refetchKeys);
  const { camera, step } = flow.use();
  const duty = useDeskDuty(flow);
  const { lateScan, forgetLateScan } = useKeptScans(flow, duty.take);
  const choice = useCodeChoice((text) => {
    if (!duty.take(text)) flow.send({ type: 'code-scanned', text });
  });
  const sayWhatCloses = (text: string) => {
    const say = (name: string, onPress: () => void) =>
      showActionToast(`The open ${name} was closed.`, { label: 'Reopen', onPress });
    const collects = step.name === 'showing-key' && step.key.loanId !== null && step.text !== text;
    if (collects) say('Collect', () => flow.send({ type: 'code-scanned', text: step.text }));
    if (lend.onCard)
      say('Lend', () => {
        flow.send({ type: 'dismissed' });
        lend.reopen();
      });
  };
  const scan = (text: string) => {
    if (duty.take(text)) return;
    forgetLateScan();
    if (lend.onCard && isForLending(text)) return lend.onCard(text);
    sayWhatCloses(text);
    onScan();
    choice.cancel();
    flow.send({ type: 'code-scanned', text });
  };
  const close = () => {
    choice.cancel();
    flow.send({ type: 'camera-closed' });
  };
  useKeyboardWedge(scan);
  const lendTo = (card: ReadCard) => {
    close();
    flow.send({ type: 'dismissed' });
    lend.open?.(card);
  };
  const openForCard = useEffectEvent(() => {
    if (step.name === 'card-read' && step.person && lend.open) lendTo(step);
  });
  // Whether keys are lent at all is not known yet in the first moments of the page.
  const canLend = lend.open !== undefined;
  useEffect(() => {
    if (step.name === 'card-read' && canLend) openForCard();
  }, [step, canLend]);
  const locked = useDeskComputer()?.duty?.locked ?? false;
  const hideNames = useEffectEvent(() => {
    close();
    if (step.name !== 'confirming') flow.send({ type: 'dismissed' });
  });
  useEffect(() => {
    if (locked) hideNames();
  }, [locked]);
  const waiting = useWaiting();
  const user = useUser();
  const hasDesks = useCampus()?.desks.some(({ retired }) => !retired) ?? false;
  const canBeEnrolled = hasDesks && duty.bar === null && user?.role === 'security';
  // A locked screen says at most why a scan was refused; a return waits until it is unlocked.
  const dialogs = (!locked || step.name === 'failed') && (
    <ScanDialogs
      flow={flow}
      sinceText={formatSince}
      onCollected={refetchKeys}
      onFailed={() => playFeedback('failure')}
      onTeach={lend.open && step.name === 'card-read' ? () => lendTo(step) : undefined}
    />
  );
  const working = step.name === 'working';
  const takesTag = step.name === 'checking-tag' || step.name === 'confirming';
  const choosing = choice.asking || choice.choices.length > 0;
  return (
    <>
      {duty.bar}
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
            <DeskOverview
              keys={keys}
              all={all}
              waiting={waiting}
              sinceText={formatSince}
              renderNumber={renderNumber}
            />
          </div>
          <RecentHandoverList keys={all} renderNumber={renderNumber} />
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
          // The tag is still awaited: codes of others in view do not call it off.
          if (takesTag) return;
          forgetLateScan();
          flow.send({ type: 'dismissed' });
          choice.offer(codes);
        }}
        busy={choosing || working || step.name === 'showing-key'}
        wantsTag={takesTag}
      >
        {camera && dialogs}
        <ChooseCodeDialog flow={choice} />
      </ScannerOverlay>
      {!camera && dialogs}
    </>
  );
}

const renderNumber: RenderKeyNumber = (key) => <KeyDetailsLink item={key} stretched />;

/** An ID card, or the tag of the key that is to be lent. */
function isForLending(text: string): boolean {
  const { next } = planScan(text);
  return next === 'card' || next === 'show-key';
}

/**
 * Does the scan that came in while the desk was signed out or on another page. At a sign-out it
 * keeps the scan that waits for its confirmation. `lateScan` says that one came too late, or is null.
 */
function useKeptScans(flow: ScanFlow, takeDutyCode: (text: string) => boolean) {
  const deskId = useUser()?.id;
  const [late, setLate] = useState<string | null>(null);
  const resume = useEffectEvent((id: string) => {
    const kept = takeKeptScan(id);
    if (!kept) return;
    if (!kept.inTime) setLate(lateScanText(kept));
    else if (!takeDutyCode(kept.text)) flow.send({ type: 'code-scanned', text: kept.text });
  });
  useEffect(() => {
    if (!deskId) return;
    resume(deskId);
    return () => {
      const { step } = flow.get();
      const waits =
        step.name === 'confirming' ||
        step.name === 'checking-tag' ||
        step.name === 'elsewhere' ||
        step.name === 'showing-key';
      if (waits && getSignedOut()?.userId === deskId) keepScan(step.text, deskId);
    };
  }, [deskId, flow]);
  return { lateScan: late, forgetLateScan: () => setLate(null) };
}

/** Shown on the tabs that have no scanner of their own. */
function ScanUnderWay() {
  return (
    <p
      role="status"
      className="fixed inset-x-0 top-20 z-40 mx-auto flex w-fit items-center gap-2.5 rounded-full border border-line bg-raised px-5 py-3 font-medium shadow-float"
    >
      <Spinner className="size-5" />
      Processing…
    </p>
  );
}
