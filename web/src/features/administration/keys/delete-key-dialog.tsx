import { appError } from '@keydesk/shared/core/errors';
import { kindsOf } from '@keydesk/shared/core/kinds';
import type { Key } from '@keydesk/shared/keys/key';
import { type RetireReason, retireReasons } from '@keydesk/shared/keys/routes';
import { t as actionText } from '@keydesk/shared/texts/en/actions';
import { t as kindText } from '@keydesk/shared/texts/en/key-kinds';
import { t } from '@keydesk/shared/texts/en/managed-keys';
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
  subject: Key | null;
  onClose: () => void;
  onDeleted: () => void;
};

/** Asks before deleting a key, and again before erasing one that was never on loan. */
export function DeleteKeyDialog({ subject, onClose, onDeleted }: DeleteKeyDialogProps) {
  const [hard, setHard] = useState(false);
  const [reason, setReason] = useState<RetireReason | ''>('');
  const shown = useLastNonNull(subject);
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
      open={subject !== null}
      title={hard ? t('erase-key') : t('delete-key')}
      confirmLabel={
        hard ? t('erase-for-good') : reason ? actionText('retire') : actionText('delete')
      }
      disabled={isOut}
      busy={deletion.isPending}
      failure={deletion.error}
      cancelRef={cancel}
      onConfirm={() =>
        subject && deletion.mutate({ id: subject._id, hard, ...(reason && { reason }) })
      }
      onClose={close}
    >
      {shown && (
        <>
          <div>
            <p>
              <KeyNumber number={shown.keyNumber} className="text-2xl" />
            </p>
            <p className="mt-1 font-semibold">{shown.keyName}</p>
            <p className="text-muted">{shown.location}</p>
          </div>
          {hard && !isOut && (
            <Notice tone="error" icon={<TriangleAlert aria-hidden />}>
              {t('erase-warning')}
            </Notice>
          )}
          {!hard && !isOut && <p>{t('delete-warning')}</p>}
          {!hard && !isOut && (
            <SelectField
              label={t('why')}
              value={reason}
              options={[
                { value: '', label: t('no-reason-given') },
                ...kindsOf(retireReasons).map((value) => ({
                  value,
                  label: kindText(retireReasons[value].choice),
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
              className="-ms-3 self-start text-danger hover:bg-danger-soft"
              onClick={() => {
                setHard(true);
                cancel.current?.focus();
              }}
            >
              <Trash2 aria-hidden className="size-4" />
              {t('erase-it-for-good')}
            </Button>
          )}
        </>
      )}
    </ConfirmDialog>
  );
}
