import { CircleAlert } from 'lucide-react';
import { type ReactNode, type RefObject, useId } from 'react';
import { getErrorMessage } from '../lib/api.ts';
import { ActionButton } from './action-button.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Notice } from './notice.tsx';

type FormDialogProps = {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  submitLabel: ReactNode;
  disabled?: boolean;
  busy: boolean;
  /** Why the form could not be saved, unless the form shows that itself. */
  failure?: Error | null;
  /** The first field, unless set otherwise. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** Large at the desk. */
  large?: boolean;
  /** Renders the form with this id, so that the dialog's button submits it. */
  children: (formId: string) => ReactNode;
};

/** A dialog with a form, which the button at its lower edge submits. */
export function FormDialog(props: FormDialogProps) {
  const { open, onClose, title, submitLabel, failure, large = false, children } = props;
  const formId = useId();
  const size = large ? 'large' : 'medium';
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={large ? <span className="text-2xl">{title}</span> : title}
      description={props.description}
      popup={{ initialFocus: props.initialFocus ?? (() => firstField(formId)) }}
      actions={
        <>
          <Button variant="secondary" size={size} onClick={onClose}>
            Cancel
          </Button>
          <ActionButton
            type="submit"
            form={formId}
            size={size}
            disabled={props.disabled}
            busy={props.busy}
          >
            {submitLabel}
          </ActionButton>
        </>
      }
    >
      {children(formId)}
      {failure && (
        <Notice tone="error" icon={<CircleAlert aria-hidden />} className="mt-4">
          {getErrorMessage(failure)}
        </Notice>
      )}
    </Dialog>
  );
}

function firstField(formId: string): HTMLElement | null {
  const form = document.getElementById(formId);
  return form?.querySelector<HTMLElement>('input:not([tabindex="-1"]), select') ?? null;
}
