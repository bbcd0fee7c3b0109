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
  /** What it is open for; null closes it. */
  subject: Subject | null;
  onClose: () => void;
  texts: (subject: Subject) => {
    title: ReactNode;
    description?: ReactNode;
    submitLabel: ReactNode;
  };
  /** What the fields hold at first. */
  initial: (subject: Subject) => Draft;
  /** What is missing or wrong. */
  errorsOf?: (draft: Draft, subject: Subject, opened: Draft) => DraftErrors<Draft>;
  /** What is sent of a draft without errors; null where nothing was changed. */
  toInput: (draft: Draft, subject: Subject, opened: Draft) => Input | null;
  saving: Pick<
    UseMutationResult<unknown, Error, Input>,
    'mutate' | 'reset' | 'isPending' | 'isError' | 'error'
  >;
  /** The same with what is stored now, when somebody else has changed it since it was opened. */
  withCurrent?: (subject: Subject, current: never) => Subject;
  /** How a value of a field is called, where people know it by another name. */
  nameOf?: (value: unknown, field: string) => unknown;
  /** Under this name the browser keeps what was typed when the session ends. */
  keepAs?: (subject: Subject) => string;
  /** The fields. */
  children: (form: EditForm<Subject, Draft>) => ReactNode;
  /** What follows the form. */
  below?: (subject: Subject) => ReactNode;
  /** The browser checks the fields first and says itself what is missing. */
  browserChecks?: boolean;
  /** The fields, or a message elsewhere, say why it could not be saved. */
  ownFailure?: boolean;
  /** What has to be typed again after it could not be saved. */
  afterFailure?: Partial<Draft>;
  initialFocus?: RefObject<HTMLElement | null>;
};

type EditForm<Subject, Draft extends object> = Omit<
  ReturnType<typeof useDraft<Draft>>,
  'submit' | 'takeOver'
> & { subject: Subject; failure: Error | null };

/**
 * Adds or edits something in a form. It keeps its content while it closes, and has the initial
 * values whenever it opens. It closes when it was saved, and when there is nothing to save. If
 * somebody else has changed the same meanwhile, it shows theirs beside what was typed.
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

/**
 * What a form begins with: what is stored, with what was typed before the session ended unless
 * somebody else has changed the same since.
 */
function startOf<Draft extends object>(
  opened: Draft,
  kept: { opened: Draft; draft: Draft } | null | undefined,
): Draft {
  if (!kept) return opened;
  const { draft, theirs } = rebase(kept.draft, kept.opened, opened);
  return Object.keys(theirs).length === 0 ? { ...opened, ...draft } : opened;
}

/** The last subject, which stays while the dialog closes, and how often it was opened. */
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
  /** It holds something that would be lost, beside what its forms say of themselves. */
  unsaved?: boolean;
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
