import type { UseMutationResult } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useState } from 'react';
import { type DraftErrors, useDraft } from '../lib/draft.ts';
import { FormDialog } from './form-dialog.tsx';

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
  'submit'
> & { subject: Subject; failure: Error | null };

/**
 * Adds or edits something in a form. It keeps its content while it closes, and has the initial values
 * whenever it opens. It closes when it was saved, and when there is nothing to save.
 */
export function EditDialog<Subject, Draft extends object, Input>(
  props: EditDialogProps<Subject, Draft, Input>,
) {
  const { subject, saving, initialFocus } = props;
  const { shown, opening } = useOpened(subject);
  const close = () => {
    saving.reset();
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
  const { shown, saving, close, errorsOf } = props;
  const [opened] = useState(() => props.initial(shown));
  const { submit, ...form } = useDraft(
    opened,
    (draft) => errorsOf?.(draft, shown, opened) ?? {},
    (draft) => {
      if (saving.isPending) return;
      const input = props.toInput(draft, shown, opened);
      if (input === null) close();
      else saving.mutate(input, { onSuccess: close, onError: clear });
    },
    () => saving.isError && saving.reset(),
  );
  const clear = () => props.afterFailure && form.change(props.afterFailure);
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

/** The last subject, which stays while the dialog closes, and how often it was opened. */
function useOpened<Subject>(subject: Subject | null) {
  const [last, setLast] = useState({ subject, shown: subject, opening: 0 });
  if (subject === last.subject) return last;
  const opening = last.opening + (last.subject === null ? 1 : 0);
  const next = { subject, shown: subject ?? last.shown, opening };
  setLast(next);
  return next;
}
