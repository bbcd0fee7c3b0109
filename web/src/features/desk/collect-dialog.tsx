import type { Key } from '@keydesk/shared/keys/key';
import { useMutation } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import { api, call } from '../../lib/api.ts';
import { useLastNonNull } from '../../lib/hooks.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { showSuccess } from '../../ui/toast/show-toast.ts';
import { KeyHeading } from './key-heading.tsx';
import { addRecentHandover } from './recent-handovers.tsx';
import { collectedText } from './scan/results.ts';

type CollectDialogProps = {
  /** The key to collect; its loan is the one shown. Null closes the dialog. */
  item: Key | null;
  onClose: () => void;
  onCollected: () => void;
  sinceText: (instant: string) => string;
};

/** Collecting a key by hand: asks for confirmation and an optional reason, then collects it. */
export function CollectDialog({ item, onClose, onCollected, sinceText }: CollectDialogProps) {
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
    if (item && !collect.isPending) collect.mutate({ item, reason });
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
          <KeyHeading {...shown} />
          {shown.takenBy && (
            <p className="border-y border-line py-3 text-muted">
              Taken by{' '}
              <span className="block text-lg font-semibold text-ink">{shown.takenBy.name}</span>
              {shown.takenBy.email && <span className="block">{shown.takenBy.email}</span>}
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
    onSuccess: ({ key, originalUser }) => {
      const { keyNumber, keyName } = key;
      showSuccess(collectedText(key));
      addRecentHandover({
        kind: 'collected',
        keyNumber,
        keyName,
        personName: originalUser.name,
        at: key.returnedAt ?? key.updatedAt,
      });
      onCollected();
    },
  });
}

async function collectKey({ item, reason }: CollectRequest) {
  const trimmedReason = reason.trim();
  const { data } = await call(api.collectKey, {
    params: { id: item._id },
    body: {
      ...(trimmedReason && { reason: trimmedReason }),
      ...(item.loanId && { loanId: item.loanId }),
    },
  });
  return data;
}

type CollectRequest = { item: Key; reason: string };
