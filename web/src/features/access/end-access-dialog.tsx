import type { Grant } from '@keydesk/shared/access/grant-routes';
import { CircleAlert } from 'lucide-react';
import { useRef } from 'react';
import { getErrorMessage } from '../../lib/api.ts';
import { useLastNonNull } from '../../lib/hooks.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useEndAccess } from './request-queries.ts';

type EndAccessDialogProps = {
  /** Null closes the dialog. */
  grant: Grant | null;
  onClose: () => void;
};

/** Asks before somebody's access is ended. */
export function EndAccessDialog({ grant, onClose }: EndAccessDialogProps) {
  const shown = useLastNonNull(grant);
  const cancel = useRef<HTMLButtonElement>(null);
  const close = () => {
    ending.reset();
    onClose();
  };
  const ending = useEndAccess(close);
  return (
    <Dialog
      open={grant !== null}
      onClose={close}
      title="End Access"
      popup={{ initialFocus: cancel }}
      actions={
        <>
          <Button ref={cancel} variant="secondary" onClick={close}>
            Cancel
          </Button>
          <ActionButton
            variant="danger"
            busy={ending.isPending}
            onClick={() => grant && ending.mutate(grant.id)}
          >
            End Access
          </ActionButton>
        </>
      }
    >
      {shown && (
        <div className="flex flex-col gap-3">
          <p>
            {shown.user.name} may not take key {shown.key.keyNumber} any more, unless a rule lets
            them. If they have it now because of this, it is recalled.
          </p>
          {ending.error && (
            <Notice tone="error" icon={<CircleAlert aria-hidden />}>
              {getErrorMessage(ending.error)}
            </Notice>
          )}
        </div>
      )}
    </Dialog>
  );
}
