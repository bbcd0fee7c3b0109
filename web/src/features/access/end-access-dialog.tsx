import type { Grant } from '@keydesk/shared/access/grant-routes';
import { useLastNonNull } from '../../lib/hooks.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useEndAccess } from './request-queries.ts';

type EndAccessDialogProps = {
  /** Null closes the dialog. */
  grant: Grant | null;
  onClose: () => void;
};

/** Asks before somebody's access is ended. */
export function EndAccessDialog({ grant, onClose }: EndAccessDialogProps) {
  const shown = useLastNonNull(grant);
  const close = () => {
    ending.reset();
    onClose();
  };
  const ending = useEndAccess(close);
  return (
    <ConfirmDialog
      open={grant !== null}
      title="End Access"
      busy={ending.isPending}
      failure={ending.error}
      onConfirm={() => grant && ending.mutate(grant.id)}
      onClose={close}
    >
      {shown && (
        <p>
          {shown.user.name} may not take key {shown.key.keyNumber} any more, unless a rule lets
          them. If they have it now because of this, it is recalled.
        </p>
      )}
    </ConfirmDialog>
  );
}
