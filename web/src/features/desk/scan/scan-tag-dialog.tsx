import type { NeededTag } from '@keydesk/shared/handovers/tag-check';
import { CircleAlert, ScanLine, Tag } from 'lucide-react';
import { useRef } from 'react';
import { useLastNonNull } from '../../../lib/hooks.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { KeyHeading } from '../key-heading.tsx';
import { LargeHook } from '../large-hook.tsx';
import type { ScanStep, ScanTask, TagNotice } from './machine.ts';

type ScanTagDialogProps = { step: ScanStep; onCancel: () => void };

/** Asks for the tag of the key that is about to leave. The camera or the USB scanner reads it. */
export function ScanTagDialog({ step, onCancel }: ScanTagDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null);
  const current = tagStepOf(step);
  const shown = useLastNonNull(current);
  const working = step.name === 'working';
  return (
    <Dialog
      open={current !== null}
      onClose={onCancel}
      insistent
      title={<span className="text-2xl">Scan the tag of {shown?.needed.key.keyNumber}</span>}
      popup={{ initialFocus: cancel }}
      actions={
        <Button
          ref={cancel}
          variant="secondary"
          size="large"
          onClick={onCancel}
          aria-disabled={working}
          className="sm:min-w-32"
        >
          Cancel
        </Button>
      }
    >
      {shown && (
        <div className="flex flex-col gap-5">
          <KeyHeading {...shown.needed.key} />
          {shown.needed.spot && <LargeHook spot={shown.needed.spot} />}
          <p className="flex gap-2.5 text-lg/snug font-medium text-pretty wrap-anywhere">
            <Tag aria-hidden className="mt-0.5 size-5 shrink-0 text-accent" />
            {shown.needed.holder.name} asked for this key. Hold its tag up to the scanner.
          </p>
          {shown.notice && <TagNoticeText notice={shown.notice} />}
        </div>
      )}
    </Dialog>
  );
}

function tagStepOf(step: ScanStep): { needed: NeededTag; notice?: TagNotice | null } | null {
  if (step.name === 'checking-tag') return step;
  return step.name === 'working' && isWithTag(step.work) ? step.work : null;
}

/** The work itself, not a copy: what was shown last is told apart by identity. */
function isWithTag(work: ScanTask): work is ScanTask & { needed: NeededTag } {
  return work.task === 'hand-out' && work.needed !== undefined;
}

function TagNoticeText({ notice }: { notice: TagNotice }) {
  return notice.kind === 'wrong-tag' ? (
    <Notice tone="error" icon={<CircleAlert aria-hidden />} scrollsIntoView>
      <span className="text-lg/snug font-semibold">{notice.message}</span>
    </Notice>
  ) : (
    <Notice tone="info" icon={<ScanLine aria-hidden />} scrollsIntoView>
      Another code was scanned. Scan the tag or cancel first, then scan it again.
    </Notice>
  );
}
