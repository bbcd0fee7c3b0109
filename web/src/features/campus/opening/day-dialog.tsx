import { maxDayLabel } from '@keydesk/shared/due/calendar-routes';
import type { DraftErrors } from '../../../lib/draft.ts';
import { EditDialog } from '../../../ui/edit-dialog.tsx';
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
  const othersThan = (edited: Day | null) => stored.days.filter(({ day }) => day !== edited?.day);
  return (
    <EditDialog
      subject={subject}
      onClose={onClose}
      texts={({ day }) => ({
        title: day ? 'Edit Day' : 'Add Day',
        submitLabel: day ? 'Save Changes' : 'Add Day',
      })}
      initial={({ day: before }): Draft => ({
        day: before?.day ?? '',
        label: before?.label ?? '',
        kind: before?.kind ?? 'closed',
        closes: before?.closes ?? '13:00',
      })}
      errorsOf={(draft, { day }) => errorsOf(draft, othersThan(day))}
      toInput={(draft, { day }) => ({
        days: [...othersThan(day), toDay(draft)],
        version: stored.version,
        message: `${draft.label.trim()} saved`,
      })}
      saving={useSaveDays()}
    >
      {({ draft, text, field }) => (
        <>
          <TextField {...text('day')} type="date" label="Day" required />
          <TextField
            {...text('label')}
            label="Name"
            hint="Such as 'Republic Day' or 'Exams'"
            maxLength={maxDayLabel}
            required
          />
          <SegmentedFilter
            {...field('kind')}
            label="What is different"
            options={[
              { value: 'closed', label: 'Closed all day' },
              { value: 'short', label: 'Other closing time' },
            ]}
          />
          {draft.kind === 'short' && (
            <TextField {...text('closes')} type="time" label="Closes at" required />
          )}
        </>
      )}
    </EditDialog>
  );
}

type Draft = { day: string; label: string; kind: Day['kind']; closes: string };

function errorsOf({ day, label, kind, closes }: Draft, listed: readonly Day[]): DraftErrors<Draft> {
  return {
    ...(!day && { day: 'Please choose a day' }),
    ...(listed.some((each) => each.day === day) && { day: `${dayText(day)} is listed already` }),
    ...(!label.trim() && { label: 'Name is required' }),
    ...(kind === 'short' && !closes && { closes: 'Please say when it closes' }),
  };
}

function toDay({ day, kind, label, closes }: Draft): Day {
  return { day, kind, label: label.trim(), closes: kind === 'short' ? closes : undefined };
}
