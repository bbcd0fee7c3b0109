import { maxDayLabel } from '@keydesk/shared/due/calendar-routes';
import { CircleAlert } from 'lucide-react';
import { type FormEvent, type Ref, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { getErrorMessage } from '../../../lib/api.ts';
import { focusFirstInvalid } from '../../../lib/browser.ts';
import { useLastNonNull } from '../../../lib/hooks.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
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
  const formId = useId();
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
    <Dialog
      open={subject !== null}
      onClose={close}
      title={shown?.day ? 'Edit Day' : 'Add Day'}
      popup={{ initialFocus: firstField }}
      actions={
        <>
          <Button variant="secondary" onClick={close}>
            Cancel
          </Button>
          <ActionButton type="submit" form={formId} busy={saving.isPending}>
            {shown?.day ? 'Save Changes' : 'Add Day'}
          </ActionButton>
        </>
      }
    >
      {shown && (
        <DayForm
          key={shown.day?.day ?? 'new'}
          formId={formId}
          firstField={firstField}
          day={shown.day}
          taken={stored.days.map(({ day }) => day).filter((day) => day !== shown.day?.day)}
          onSave={save}
          failure={saving.error}
        />
      )}
    </Dialog>
  );
}

type DayFormProps = {
  formId: string;
  firstField: Ref<HTMLInputElement>;
  day: Day | null;
  /** The days that are listed already. */
  taken: readonly string[];
  onSave: (day: Day) => void;
  failure: Error | null;
};

function DayForm({ formId, firstField, day: before, taken, onSave, failure }: DayFormProps) {
  const [draft, setDraft] = useState({
    day: before?.day ?? '',
    label: before?.label ?? '',
    kind: before?.kind ?? ('closed' as Day['kind']),
    closes: before?.closes ?? '13:00',
  });
  const [errors, setErrors] = useState<Partial<typeof draft>>({});
  const change = (part: Partial<typeof draft>) => {
    setDraft({ ...draft, ...part });
    setErrors({});
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { day, kind, closes } = draft;
    const label = draft.label.trim();
    const found = {
      ...(!day && { day: 'Please choose a day' }),
      ...(taken.includes(day) && { day: `${dayText(day)} is listed already` }),
      ...(!label && { label: 'Name is required' }),
      ...(kind === 'short' && !closes && { closes: 'Please say when it closes' }),
    };
    flushSync(() => setErrors(found));
    if (Object.keys(found).length > 0) return focusFirstInvalid(event.currentTarget);
    onSave({ day, kind, label, closes: kind === 'short' ? closes : undefined });
  };
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
      {failure && (
        <Notice tone="error" icon={<CircleAlert aria-hidden />}>
          {getErrorMessage(failure)}
        </Notice>
      )}
    </form>
  );
}
