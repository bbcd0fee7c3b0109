import type { DeskComputer } from '@keydesk/shared/duty/duty';
import type { User } from '@keydesk/shared/people/user';
import { t } from '@keydesk/shared/texts/en/duty';
import { useMutation } from '@tanstack/react-query';
import { Hash, Lock, LockOpen, MonitorCheck, QrCode } from 'lucide-react';
import { useState } from 'react';
import { api, call, getErrorMessage } from '../../lib/api.ts';
import { useStoredFlag } from '../../lib/hooks.ts';
import { enrolHintDismissed } from '../../lib/storage.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Button } from '../../ui/button.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import { showError } from '../../ui/toast/show-toast.ts';
import { PinDialog } from './pin-dialog.tsx';

/** Whether a scanned code waits for a guard on duty, and whether it is the last of several. */
export type WaitingScans = 'none' | 'one' | 'last';

type StartShiftCardProps = {
  at: DeskComputer;
  busy: boolean;
  waitingScans: WaitingScans;
  /** Resolves after the change, rejects with the reason of a failure. */
  onPin: (guardId: string, pin: string) => Promise<void>;
};

/** Nobody is on duty at this computer, or its screen is locked. */
export function StartShiftCard({ at, busy, waitingScans, onPin }: StartShiftCardProps) {
  const locked = at.duty !== null;
  const [typing, setTyping] = useState(false);
  return (
    <Card aria-labelledby="nobody-on-duty" className="mb-5 border-out/40 print:hidden">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <span className="grid size-12 shrink-0 place-items-center rounded-card bg-out-soft text-out">
          {locked ? (
            <Lock aria-hidden className="size-6" />
          ) : (
            <QrCode aria-hidden className="size-6" />
          )}
        </span>
        <div className="min-w-0 flex-1 basis-56">
          <h2 id="nobody-on-duty" className="text-xl font-semibold">
            {locked ? t('locked') : t('nobody-on-duty-here')}
          </h2>
          <p className="text-muted wrap-anywhere">{locked ? t('unlock-text') : t('begin-text')}</p>
          <p className="mt-1 text-sm text-muted wrap-anywhere">
            <Dotted>{placeText(at)}</Dotted>
          </p>
          {waitingScans !== 'none' && (
            <p role="status" className="mt-2 font-semibold">
              {waitingScans === 'one' ? t('code-is-kept') : t('last-code-is-kept')}
            </p>
          )}
        </div>
        <ActionButton
          {...(locked
            ? { size: 'large', className: 'max-sm:min-h-20 max-sm:basis-full max-sm:text-2xl' }
            : { variant: 'secondary' })}
          disabled={busy}
          onClick={() => setTyping(true)}
        >
          {locked ? (
            <LockOpen aria-hidden className="size-5 max-sm:size-7" />
          ) : (
            <Hash aria-hidden className="size-4.5" />
          )}
          {locked ? t('unlock') : t('begin-duty-by-pin')}
        </ActionButton>
      </div>
      <PinDialog
        open={typing}
        suggestedId={at.duty?.guard.id ?? null}
        onClose={() => setTyping(false)}
        onPin={onPin}
      />
    </Card>
  );
}

function placeText({ desk, computer }: DeskComputer): string {
  return `${desk.name} · ${computer.name}`;
}

export type DutyChange =
  | { type: 'code'; text: string }
  | { type: 'pin'; guardId: string; pin: string }
  | { type: 'lock' }
  | { type: 'end' };

/** `onChanged` reads who is on duty after a change; `onRefused` runs after a refusal. */
export function useDutyChange(
  onChanged: (change: DutyChange) => Promise<void>,
  onRefused?: () => void,
) {
  return useMutation({
    mutationFn: async (change: DutyChange) => {
      await perform(change);
      await onChanged(change);
    },
    onError: (cause, { type }) => {
      onRefused?.();
      // The forms show errors of PINs and of ending a shift.
      if (type !== 'pin' && type !== 'end') showError(getErrorMessage(cause));
    },
  });
}

function perform(change: DutyChange): Promise<unknown> {
  switch (change.type) {
    case 'code':
      return call(api.beginDuty, { body: { qrData: change.text } });
    case 'pin':
      return call(api.beginDuty, { body: { guardId: change.guardId, pin: change.pin } });
    case 'lock':
      return call(api.lockDuty, { body: {} });
    case 'end':
      return call(api.endDuty);
  }
}

/** Explains once per browser what an enrolled computer would record. */
export function EnrolHint({ user }: { user: User }) {
  const [dismissed, setDismissed] = useStoredFlag(enrolHintDismissed);
  if (dismissed) return null;
  return (
    <Notice tone="info" icon={<MonitorCheck aria-hidden />} className="lg:col-span-2">
      <p className="text-pretty wrap-anywhere">{t('enrol-hint', { name: user.name })}</p>
      <Button
        variant="secondary"
        size="small"
        className="mt-2.5"
        onClick={() => setDismissed(true)}
      >
        {t('got-it')}
      </Button>
    </Notice>
  );
}
