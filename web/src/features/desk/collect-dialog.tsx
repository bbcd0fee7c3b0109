import type { Key } from '@keydesk/shared/keys/key';
import { waitingText } from '@keydesk/shared/keys/waiting-text';
import { useMutation } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useLastNonNull } from '../../lib/hooks.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { showSuccess } from '../../ui/toast/show-toast.ts';
import { collectKey } from './collect-key.ts';
import { KeyHeading } from './key-heading.tsx';
import { LargeHook } from './large-hook.tsx';
import { collectedText } from './scan/results.ts';

type CollectDialogProps = {
  /** The key to collect; its loan is the one shown. Null closes the dialog. */
  item: Key | null;
  /** The text of its tag, if that was scanned. */
  tag?: string | undefined;
  onClose: () => void;
  onCollected: () => void;
  sinceText: (instant: string) => string;
};

/** Collecting a key by hand: asks for confirmation and an optional reason, then collects it. */
export function CollectDialog(props: CollectDialogProps) {
  const { item, tag, onClose, onCollected, sinceText } = props;
  const [reason, setReason] = useState('');
  const shown = useLastNonNull(item);
  const formId = useId();
  const collectButton = useRef<HTMLButtonElement>(null);
  const close = () => {
    setReason('');
    collect.reset();
    onClose();
  };
  const collect = useCollect(() => {
    close();
    onCollected();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (item && !collect.isPending) collect.mutate({ item, reason, tag });
  };
  return (
    <Dialog
      open={item !== null}
      onClose={close}
      title={<span className="text-2xl">Collect Key</span>}
      popup={{ initialFocus: collectButton }}
      actions={
        <>
          <Button variant="secondary" size="large" onClick={close}>
            Cancel
          </Button>
          <ActionButton
            ref={collectButton}
            type="submit"
            form={formId}
            size="large"
            busy={collect.isPending}
          >
            Collect
          </ActionButton>
        </>
      }
    >
      {shown && (
        <form id={formId} onSubmit={submit} className="flex flex-col gap-5">
          <div>
            <KeyHeading {...shown} />
            <LargeHook spot={shown} />
          </div>
          {shown.takenBy && (
            <p className="border-y border-line py-3 text-muted">
              Taken by{' '}
              <span className="block text-lg font-semibold text-ink">{shown.takenBy.name}</span>
              {shown.takenBy.email && (
                <span className="block wrap-anywhere">{shown.takenBy.email}</span>
              )}
              {shown.takenAt && `since ${sinceText(shown.takenAt)}`}
            </p>
          )}
          <TextField
            label="Reason (optional)"
            value={reason}
            maxLength={500}
            autoComplete="off"
            onChange={(event) => setReason(event.target.value)}
          />
          {collect.error && (
            <Notice tone="error" icon={<CircleAlert aria-hidden />}>
              {collect.error.message}
            </Notice>
          )}
        </form>
      )}
    </Dialog>
  );
}

/** Collects a key; the loan that the dialog showed must still be open. */
function useCollect(onCollected: () => void) {
  return useMutation({
    mutationFn: collectKey,
    onSuccess: ({ key, waiting }) => {
      const parts = [
        collectedText(key),
        key.hook && `Hook: ${key.hook}`,
        waitingText(waiting ?? 0),
      ];
      showSuccess(parts.filter(Boolean).join('. '));
      onCollected();
    },
  });
}
