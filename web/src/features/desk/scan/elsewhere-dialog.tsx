import type { KeyElsewhere } from '@keydesk/shared/handovers/key-elsewhere';
import { MapPin } from 'lucide-react';
import { useRef } from 'react';
import { useLastNonNull } from '../../../lib/hooks.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { KeyHeading } from '../key-heading.tsx';
import type { ScanStep } from './machine.ts';

type ElsewhereDialogProps = {
  step: ScanStep;
  onIsHere: () => void;
  onClose: () => void;
  closeLabel: string;
};

/** A key that somebody shows a code for is recorded to be at another desk; this desk may have it. */
export function ElsewhereDialog({ step, onIsHere, onClose, closeLabel }: ElsewhereDialogProps) {
  const close = useRef<HTMLButtonElement>(null);
  const current = elsewhereOf(step);
  const shown = useLastNonNull(current);
  const working = step.name === 'working';
  return (
    <Dialog
      open={current !== null}
      onClose={onClose}
      insistent
      title={
        <span className="inline-flex items-center gap-2 text-2xl text-out">
          <MapPin aria-hidden className="size-8 shrink-0" />
          At another desk
        </span>
      }
      popup={{ initialFocus: close }}
      actions={
        <>
          <ActionButton variant="secondary" size="large" busy={working} onClick={onIsHere}>
            It is here
          </ActionButton>
          <Button
            ref={close}
            size="large"
            onClick={onClose}
            aria-disabled={working}
            className="sm:min-w-32"
          >
            {closeLabel}
          </Button>
        </>
      }
    >
      {shown && (
        <div className="flex flex-col gap-5">
          <KeyHeading keyNumber={shown.key.keyNumber} keyName={shown.key.keyName} />
          <Notice tone="warning" icon={<MapPin aria-hidden />}>
            <span className="text-lg/snug font-semibold">{elsewhereMessage(shown)}</span>
          </Notice>
          <p className="text-muted">
            Asked for by
            <span className="block text-xl font-semibold text-ink wrap-anywhere">
              {shown.holder.name}
            </span>
          </p>
          <p>Their code stays good for two minutes.</p>
        </div>
      )}
    </Dialog>
  );
}

function elsewhereMessage({ key, recorded }: KeyElsewhere): string {
  return `Key ${key.keyNumber} ${recorded.verb} at ${recorded.deskName}.`;
}

function elsewhereOf(step: ScanStep): KeyElsewhere | null {
  if (step.name === 'elsewhere') return step.elsewhere;
  if (step.name !== 'working' || step.work.task !== 'hand-out') return null;
  return step.work.elsewhere ?? null;
}
