import { Dialog as Base } from '@base-ui/react/dialog';
import { t } from '@keydesk/shared/texts/en/actions';
import type { UseMutationResult } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useRef } from 'react';
import { useLastNonNull } from '../lib/hooks.ts';
import { ActionButton } from './action-button.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { ErrorNotice } from './notice.tsx';

type ConfirmDialogProps = {
  open: boolean;
  title: string;
  /** Defaults to the title. */
  confirmLabel?: string;
  children: ReactNode;
  disabled?: boolean;
  busy: boolean;
  failure: Error | null;
  /** The initially focused button, for callers that focus it again. */
  cancelRef?: RefObject<HTMLButtonElement | null>;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before something is ended or deleted. A failure is shown, and the dialog stays open. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, confirmLabel = title, children, failure, onConfirm, onClose } = props;
  const ownRef = useRef<HTMLButtonElement>(null);
  const cancel = props.cancelRef ?? ownRef;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      popup={{ initialFocus: cancel }}
      actions={
        <>
          <Button ref={cancel} variant="secondary" onClick={onClose}>
            {t('cancel')}
          </Button>
          <ActionButton
            variant="danger"
            disabled={props.disabled}
            busy={props.busy}
            onClick={onConfirm}
          >
            {confirmLabel}
          </ActionButton>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <Base.Description render={<div />} className="flex flex-col gap-3">
          {children}
        </Base.Description>
        <ErrorNotice cause={failure} />
      </div>
    </Dialog>
  );
}

type EndDialogProps<Subject, Input> = {
  /** What to end; null closes the dialog. */
  subject: Subject | null;
  title: string;
  /** Defaults to the title. */
  confirmLabel?: string;
  toInput: (subject: Subject) => Input;
  ending: Pick<
    UseMutationResult<unknown, Error, Input>,
    'mutate' | 'reset' | 'isPending' | 'error'
  >;
  onClose: () => void;
  children: (subject: Subject) => ReactNode;
};

/** Asks before something is ended, ends it, and closes; its content stays while it closes. */
export function EndDialog<Subject, Input>(props: EndDialogProps<Subject, Input>) {
  const { subject, ending } = props;
  const shown = useLastNonNull(subject);
  const close = () => {
    ending.reset();
    props.onClose();
  };
  return (
    <ConfirmDialog
      open={subject !== null}
      title={props.title}
      {...(props.confirmLabel && { confirmLabel: props.confirmLabel })}
      busy={ending.isPending}
      failure={ending.error}
      onConfirm={() =>
        subject !== null && ending.mutate(props.toInput(subject), { onSuccess: close })
      }
      onClose={close}
    >
      {shown !== null && props.children(shown)}
    </ConfirmDialog>
  );
}
