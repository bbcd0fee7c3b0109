import { t } from '@keydesk/shared/texts/en/actions';
import type { UseMutationResult } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useId, useState } from 'react';
import { type DraftErrors, useDraft } from '../lib/draft.ts';
import { forgetDraft, keepDraft, keptDraft } from '../lib/kept-draft.ts';
import { currentOf, rebase, theirsText } from '../lib/stale.ts';
import { ActionButton } from './action-button.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { ErrorNotice } from './notice.tsx';

type EditDialogProps<Subject, Draft extends object, Input> = {
  subject: Subject | null;
  onClose: () => void;
  texts: (subject: Subject) => {
    title: ReactNode;
    description?: ReactNode;
    submitLabel: ReactNode;
  };
  initial: (subject: Subject) => Draft;
  errorsOf?: (draft: Draft, subject: Subject, opened: Draft) => DraftErrors<Draft>;
  /** The input of a valid draft; null if nothing was changed. */
  toInput: (draft: Draft, subject: Subject, opened: Draft) => Input | null;
  saving: Pick<
    UseMutationResult<unknown, Error, Input>,
    'mutate' | 'reset' | 'isPending' | 'isError' | 'error'
  >;
  /** The subject with what is stored now, after a conflict. */
  withCurrent?: (subject: Subject, current: never) => Subject;
  /** The name of a field's value where people know it by another one. */
  nameOf?: (value: unknown, field: string) => unknown;
  /** The name under which the draft survives the end of a session. */
  keepAs?: (subject: Subject) => string;
  children: (form: EditForm<Subject, Draft>) => ReactNode;
  below?: (subject: Subject) => ReactNode;
  /** The browser validates required fields first. */
  browserChecks?: boolean;
  /** The fields, or a message elsewhere, show a failed save. */
  ownFailure?: boolean;
  /** Fields to clear after a failed save. */
  afterFailure?: Partial<Draft>;
  initialFocus?: RefObject<HTMLElement | null>;
};

type EditForm<Subject, Draft extends object> = Omit<
  ReturnType<typeof useDraft<Draft>>,
  'submit' | 'takeOver'
> & { subject: Subject; failure: Error | null };

/**
 * Adds or edits something in a form. It starts with the initial values at each opening, and keeps
 * its content while it closes. It closes after a save, or if nothing was changed. After a conflict,
 * it shows the stored values beside the typed ones.
 */
export function EditDialog<Subject, Draft extends object, Input>(
  props: EditDialogProps<Subject, Draft, Input>,
) {
  const { subject, saving, initialFocus } = props;
  const { shown, opening } = useOpened(subject);
  const close = () => {
    saving.reset();
    if (props.keepAs && shown !== null) forgetDraft(props.keepAs(shown));
    props.onClose();
  };
  return (
    <FormDialog
      open={subject !== null}
      onClose={close}
      title={null}
      submitLabel={null}
      {...(shown !== null && props.texts(shown))}
      {...(initialFocus && { initialFocus })}
      busy={saving.isPending}
      failure={props.ownFailure ? null : saving.error}
    >
      {(formId) =>
        shown !== null && (
          <>
            <Fields {...props} key={opening} formId={formId} shown={shown} close={close} />
            {props.below?.(shown)}
          </>
        )
      }
    </FormDialog>
  );
}

type FieldsProps<Subject, Draft extends object, Input> = EditDialogProps<Subject, Draft, Input> & {
  formId: string;
  shown: Subject;
  close: () => void;
};

function Fields<Subject, Draft extends object, Input>(props: FieldsProps<Subject, Draft, Input>) {
  const { saving, close, errorsOf, withCurrent, nameOf, keepAs } = props;
  const [base, setBase] = useState(() => ({
    shown: props.shown,
    opened: props.initial(props.shown),
  }));
  const { shown, opened } = base;
  const { submit, takeOver, ...form } = useDraft(
    () => startOf(opened, keepAs && keptDraft<Draft>(keepAs(shown))),
    (draft) => errorsOf?.(draft, shown, opened) ?? {},
    (draft) => {
      if (saving.isPending) return;
      const input = props.toInput(draft, shown, opened);
      if (input === null) close();
      else saving.mutate(input, { onSuccess: close, onError: afterFailure });
    },
    (draft) => {
      if (saving.isError) saving.reset();
      if (keepAs) keepDraft(keepAs(shown), { opened, draft });
    },
    opened,
  );
  const afterFailure = (cause: Error) => {
    if (props.afterFailure) form.change(props.afterFailure);
    const current = currentOf(cause);
    if (current === undefined || !withCurrent) return;
    const fresh = withCurrent(shown, current as never);
    const stored = props.initial(fresh);
    setBase({ shown: fresh, opened: stored });
    takeOver(opened, stored, (value, field) => theirsText(nameOf?.(value, field) ?? value));
  };
  return (
    <form
      id={props.formId}
      onSubmit={submit}
      noValidate={!props.browserChecks}
      className="flex flex-col gap-4"
    >
      {props.children({ ...form, subject: shown, failure: saving.error })}
    </form>
  );
}

/** Merges a kept draft unless another user has changed the same fields since. */
function startOf<Draft extends object>(
  opened: Draft,
  kept: { opened: Draft; draft: Draft } | null | undefined,
): Draft {
  if (!kept) return opened;
  const { draft, theirs } = rebase(kept.draft, kept.opened, opened);
  return Object.keys(theirs).length === 0 ? { ...opened, ...draft } : opened;
}

/** The last subject, which remains during the closing animation, and a count of openings. */
function useOpened<Subject>(subject: Subject | null) {
  const [last, setLast] = useState({ subject, shown: subject, opening: 0 });
  if (subject === last.subject) return last;
  const opening = last.opening + (last.subject === null ? 1 : 0);
  const next = { subject, shown: subject ?? last.shown, opening };
  setLast(next);
  return next;
}

type FormDialogProps = {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  submitLabel: ReactNode;
  disabled?: boolean;
  /** Closing would lose something besides unsaved forms. */
  unsaved?: boolean;
  busy: boolean;
  /** A failed save that the form itself does not show. */
  failure?: Error | null;
  /** Defaults to the first field. */
  initialFocus?: RefObject<HTMLElement | null>;
  large?: boolean;
  /** The form gets this id, so that the dialog's button submits it. */
  children: (formId: string) => ReactNode;
};

export function FormDialog(props: FormDialogProps) {
  const { open, onClose, title, submitLabel, failure, large = false, children } = props;
  const formId = useId();
  const size = large ? 'large' : 'medium';
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      description={props.description}
      unsaved={props.unsaved ?? false}
      popup={{ initialFocus: props.initialFocus ?? (() => firstField(formId)) }}
      actions={
        <>
          <Button variant="secondary" size={size} onClick={onClose}>
            {t('cancel')}
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
      <ErrorNotice cause={failure} className="mt-4" />
    </Dialog>
  );
}

function firstField(formId: string): HTMLElement | null {
  const form = document.getElementById(formId);
  return form?.querySelector<HTMLElement>('input:not([tabindex="-1"]), select') ?? null;
}
