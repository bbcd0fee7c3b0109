import type { RefusedAccess } from '@keydesk/shared/access/refused-access';
import { useRef } from 'react';
import { useLastNonNull } from '../../../lib/hooks.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { OverrideForm } from '../../../ui/override-form.tsx';
import { VerdictNotice } from '../../../ui/verdict-notice.tsx';
import { KeyHeading } from '../key-heading.tsx';
import { LargeHook } from '../large-hook.tsx';
import type { ScanStep } from './machine.ts';

type RefusedDialogProps = {
  step: ScanStep;
  onOverride: (reason: string) => void;
  onClose: () => void;
  closeLabel: string;
};

/** Why somebody may not take the key that they show a code for; the desk may override it. */
export function RefusedDialog({ step, onOverride, onClose, closeLabel }: RefusedDialogProps) {
  const close = useRef<HTMLButtonElement>(null);
  const current = refusedOf(step);
  const shown = useLastNonNull(current);
  const working = step.name === 'working';
  return (
    <Dialog
      open={current !== null}
      onClose={onClose}
      insistent
      title={<span className="text-2xl">Do not hand over</span>}
      popup={{ initialFocus: close }}
      actions={
        <Button
          ref={close}
          size="large"
          onClick={onClose}
          disabled={working}
          className="sm:min-w-32"
        >
          {closeLabel}
        </Button>
      }
    >
      {shown && (
        <div className="flex flex-col gap-5">
          <div>
            <KeyHeading {...shown.key} />
            {shown.spot && <LargeHook spot={shown.spot} />}
          </div>
          <p className="text-muted">
            Asked for by
            <span className="block text-xl font-semibold text-ink wrap-anywhere">
              {shown.holder.name}
            </span>
          </p>
          <VerdictNotice verdict={shown.verdict} />
          {shown.mayOverride && (
            <OverrideForm key={shown.key.keyId} busy={working} onOverride={onOverride} />
          )}
        </div>
      )}
    </Dialog>
  );
}

function refusedOf(step: ScanStep): RefusedAccess | null {
  if (step.name === 'refused') return step.refused;
  if (step.name !== 'working' || step.work.task !== 'hand-out') return null;
  return step.work.refused ?? null;
}
