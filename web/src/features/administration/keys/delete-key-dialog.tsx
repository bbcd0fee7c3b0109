import { appError } from '@keydesk/shared/core/errors';
import { kindsOf } from '@keydesk/shared/core/kinds';
import type { Key } from '@keydesk/shared/keys/key';
import { type RetireReason, retireReasons } from '@keydesk/shared/keys/routes';
import { CircleAlert, Trash2, TriangleAlert } from 'lucide-react';
import { useRef, useState } from 'react';
import { useLastNonNull } from '../../../lib/hooks.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { SelectField } from '../../../ui/fields.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { KeyNumber } from '../../../ui/record-link.tsx';
import { useDeleteKey } from './mutations.ts';

type DeleteKeyDialogProps = {
  /** Null closes the dialog. */
  item: Key | null;
  onClose: () => void;
  onDeleted: () => void;
};

/** Asks before a key is deleted, and once more before one that nobody ever had is erased. */
export function DeleteKeyDialog({ item, onClose, onDeleted }: DeleteKeyDialogProps) {
  const [hard, setHard] = useState(false);
  const [reason, setReason] = useState<RetireReason | ''>('');
  const shown = useLastNonNull(item);
  const cancel = useRef<HTMLButtonElement>(null);
  const close = () => {
    setHard(false);
    setReason('');
    deletion.reset();
    onClose();
  };
  const deletion = useDeleteKey(() => {
    close();
    onDeleted();
  });
  const isOut = shown?.loanId !== null;
  return (
    <ConfirmDialog
      open={item !== null}
      title={hard ? 'Erase Key' : 'Delete Key'}
      confirmLabel={hard ? 'Erase for Good' : reason ? 'Retire' : 'Delete'}
      disabled={isOut}
      busy={deletion.isPending}
      failure={deletion.error}
      cancelRef={cancel}
      onConfirm={() => item && deletion.mutate({ id: item._id, hard, ...(reason && { reason }) })}
      onClose={close}
    >
      {shown && (
        <>
          <div>
            <p>
              <KeyNumber number={shown.keyNumber} className="text-3xl" />
            </p>
            <p className="mt-1 font-medium">{shown.keyName}</p>
            <p className="text-muted">{shown.location}</p>
          </div>
          {hard && !isOut && (
            <Notice tone="error" icon={<TriangleAlert aria-hidden />}>
              Nobody ever had this key, so there is no history to keep. It will be erased from lists
              and reports; the audit log keeps a record. This action cannot be undone.
            </Notice>
          )}
          {!hard && !isOut && (
            <p>
              Are you sure you want to delete this key? This action cannot be undone. Its history
              stays for the reports, and its number becomes free.
            </p>
          )}
          {!hard && !isOut && (
            <SelectField
              label="Why?"
              value={reason}
              options={[
                { value: '', label: 'No reason given' },
                ...kindsOf(retireReasons).map((value) => ({
                  value,
                  label: retireReasons[value].choice,
                })),
              ]}
              onChange={setReason}
            />
          )}
          {isOut && (
            <Notice tone="warning" icon={<CircleAlert aria-hidden />}>
              {appError('KEY_IS_OUT', { number: shown.keyNumber }).message}
            </Notice>
          )}
          {!hard && !isOut && shown.returnedAt === null && (
            <Button
              variant="quiet"
              size="small"
              className="-ml-3 self-start text-danger hover:bg-danger-soft"
              onClick={() => {
                setHard(true);
                cancel.current?.focus();
              }}
            >
              <Trash2 aria-hidden className="size-4" />
              Erase it for good…
            </Button>
          )}
        </>
      )}
    </ConfirmDialog>
  );
}
