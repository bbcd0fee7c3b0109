import { maxDayLabel } from '@keydesk/shared/due/calendar-routes';
import { type Ref, useRef } from 'react';
import { type DraftErrors, useDraft } from '../../../lib/draft.ts';
import { useLastNonNull } from '../../../lib/hooks.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { SegmentedFilter } from '../../../ui/segmented-filter.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { dayText } from '../day-text.ts';
import { type Day, type StoredDays, useSaveDays } from './queries.ts';

type DayDialogProps = {
  /** A new day, or one to edit; null closes the dialog. */
  subject: { day: Day | null } | null;
  stored: StoredDays;
  onClose: () => void;
};

/** Adds a closed or short day, or edits one. */
export function DayDialog({ subject, stored, onClose }: DayDialogProps) {
  const shown = useLastNonNull(subject);
  const close = () => {
    saving.reset();
    onClose();
  };
  const saving = useSaveDays(close);
  const firstField = useRef<HTMLInputElement>(null);
  const save = (day: Day) => {
    const others = stored.days.filter((each) => each.day !== shown?.day?.day);
    const { version } = stored;
    saving.mutate({ days: [...others, day], version, message: `${day.label} saved` });
  };
  return (
    <FormDialog
      open={subject !== null}
      onClose={close}
      title={shown?.day ? 'Edit Day' : 'Add Day'}
      initialFocus={firstField}
      submitLabel={shown?.day ? 'Save Changes' : 'Add Day'}
      busy={saving.isPending}
      failure={saving.error}
    >
      {(formId) =>
        shown && (
          <DayForm
            key={shown.day?.day ?? 'new'}
            formId={formId}
            firstField={firstField}
            day={shown.day}
            taken={stored.days.map(({ day }) => day).filter((day) => day !== shown.day?.day)}
            onSave={save}
          />
        )
      }
    </FormDialog>
  );
}

type DayFormProps = {
  formId: string;
  firstField: Ref<HTMLInputElement>;
  day: Day | null;
  /** The days that are listed already. */
  taken: readonly string[];
  onSave: (day: Day) => void;
};

function DayForm({ formId, firstField, day: before, taken, onSave }: DayFormProps) {
  const initial: Draft = {
    day: before?.day ?? '',
    label: before?.label ?? '',
    kind: before?.kind ?? 'closed',
    closes: before?.closes ?? '13:00',
  };
  const { draft, errors, change, submit } = useDraft(
    initial,
    (draft) => errorsOf(draft, taken),
    ({ day, kind, label, closes }) =>
      onSave({ day, kind, label: label.trim(), closes: kind === 'short' ? closes : undefined }),
  );
  return (
    <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4">
      <TextField
        ref={firstField}
        type="date"
        label="Day"
        value={draft.day}
        error={errors.day}
        required
        onChange={({ target }) => change({ day: target.value })}
      />
      <TextField
        label="Name"
        hint="Such as 'Republic Day' or 'Exams'"
        value={draft.label}
        error={errors.label}
        maxLength={maxDayLabel}
        required
        autoComplete="off"
        onChange={({ target }) => change({ label: target.value })}
      />
      <SegmentedFilter
        label="What is different"
        value={draft.kind}
        options={[
          { value: 'closed', label: 'Closed all day' },
          { value: 'short', label: 'Other closing time' },
        ]}
        onChange={(kind) => change({ kind })}
      />
      {draft.kind === 'short' && (
        <TextField
          type="time"
          label="Closes at"
          value={draft.closes}
          error={errors.closes}
          required
          onChange={({ target }) => change({ closes: target.value })}
        />
      )}
    </form>
  );
}

type Draft = { day: string; label: string; kind: Day['kind']; closes: string };

function errorsOf(
  { day, label, kind, closes }: Draft,
  taken: readonly string[],
): DraftErrors<Draft> {
  return {
    ...(!day && { day: 'Please choose a day' }),
    ...(taken.includes(day) && { day: `${dayText(day)} is listed already` }),
    ...(!label.trim() && { label: 'Name is required' }),
    ...(kind === 'short' && !closes && { closes: 'Please say when it closes' }),
  };
}
