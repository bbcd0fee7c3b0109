import type { AccessGroup, GroupMember } from '@keydesk/shared/access/group-routes';
import { dayAfter, localDay } from '@keydesk/shared/due/calendar';
import { type FormEvent, useState } from 'react';
import { useCampusTimezone } from '../../lib/config.ts';
import { useLastNonNull } from '../../lib/hooks.ts';
import type { ComboboxOption } from '../../ui/combobox-field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { PersonField } from '../../ui/pick-fields.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useSaveMember } from './queries.ts';
import { startOf } from './rule-draft.ts';

/** A member of a group whose end is changed, or null for one to add. */
export type MemberSubject = { group: AccessGroup; member: GroupMember | null };

type MemberDialogProps = { subject: MemberSubject | null; onClose: () => void };

/** Adds a member to a group, or moves the end of a membership. */
export function MemberDialog({ subject, onClose }: MemberDialogProps) {
  const shown = useLastNonNull(subject);
  const close = () => {
    saving.reset();
    onClose();
  };
  const saving = useSaveMember(close);
  return (
    <FormDialog
      open={subject !== null}
      onClose={close}
      title={shown?.member ? shown.member.user.name : 'Add Member'}
      description={shown?.group.name}
      submitLabel={shown?.member ? 'Save' : 'Add Member'}
      busy={saving.isPending}
      failure={saving.error}
    >
      {(formId) =>
        subject && (
          <MemberForm
            formId={formId}
            member={subject.member}
            onSave={(userId, validUntil) =>
              saving.mutate({ groupId: subject.group.id, userId, validUntil })
            }
            onUnchanged={close}
          />
        )
      }
    </FormDialog>
  );
}

type MemberFormProps = {
  formId: string;
  member: GroupMember | null;
  onSave: (userId: string, validUntil: string | undefined) => void;
  /** Saved without another end: somebody else may have moved it since. */
  onUnchanged: () => void;
};

function MemberForm({ formId, member, onSave, onUnchanged }: MemberFormProps) {
  const timezone = useCampusTimezone();
  const [person, setPerson] = useState<ComboboxOption | null>(
    member && { id: member.user.id, label: member.user.name },
  );
  const [before] = useState(() => lastDayOf(member, timezone));
  const [lastDay, setLastDay] = useState(before);
  const [missing, setMissing] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(person === null);
    if (member && lastDay === before) onUnchanged();
    else if (person) onSave(person.id, lastDay ? startOf(dayAfter(lastDay), timezone) : undefined);
  };
  return (
    <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4">
      {!member && (
        <PersonField
          value={person}
          onChange={setPerson}
          error={missing ? 'Please choose a person' : null}
        />
      )}
      <TextField
        type="date"
        label="Last day (optional)"
        hint="Such as the day on which a training expires."
        value={lastDay}
        onChange={({ target }) => setLastDay(target.value)}
      />
    </form>
  );
}

/** The last whole day of a membership; empty for one without an end. */
function lastDayOf(member: GroupMember | null, timezone: string): string {
  if (!member?.validUntil) return '';
  return localDay(new Date(Date.parse(member.validUntil) - 1), { timezone });
}
