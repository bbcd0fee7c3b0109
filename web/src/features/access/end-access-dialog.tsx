import type { Grant } from '@keydesk/shared/access/grant-routes';
import { EndDialog } from '../../ui/confirm-dialog.tsx';
import { useEndAccess } from './request-queries.ts';

type EndAccessDialogProps = {
  /** Null closes the dialog. */
  grant: Grant | null;
  onClose: () => void;
};

/** Asks before somebody's access is ended. */
export function EndAccessDialog({ grant, onClose }: EndAccessDialogProps) {
  return (
    <EndDialog
      subject={grant}
      title="End Access"
      toInput={({ id }) => id}
      ending={useEndAccess()}
      onClose={onClose}
    >
      {({ user, key }) => (
        <p>
          {user.name} may not take key {key.keyNumber} any more, unless a rule lets them. If they
          have it now because of this, it is recalled.
        </p>
      )}
    </EndDialog>
  );
}
