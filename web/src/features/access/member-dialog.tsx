import type { AccessGroup, GroupMember } from '@keydesk/shared/access/group-routes';
import { dayAfter, localDay } from '@keydesk/shared/due/calendar';
import { useCampusTimezone } from '../../lib/config.ts';
import type { ComboboxOption } from '../../ui/combobox-field.tsx';
import { EditDialog } from '../../ui/edit-dialog.tsx';
import { PersonField } from '../../ui/pick-fields.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useSaveMember } from './queries.ts';
import { startOf } from './rule-draft.ts';

/** A member of a group whose end is changed, or null for one to add. */
export type MemberSubject = { group: AccessGroup; member: GroupMember | null };

type MemberDialogProps = { subject: MemberSubject | null; onClose: () => void };

type Draft = { person: ComboboxOption | null; lastDay: string };

/** Adds a member to a group, or moves the end of a membership. */
export function MemberDialog({ subject, onClose }: MemberDialogProps) {
  const timezone = useCampusTimezone();
  return (
    <EditDialog
      subject={subject}
      onClose={onClose}
      texts={({ group, member }) => ({
        title: member ? member.user.name : 'Add Member',
        description: group.name,
        submitLabel: member ? 'Save' : 'Add Member',
      })}
      initial={({ member }): Draft => ({
        person: member && { id: member.user.id, label: member.user.name },
        lastDay: lastDayOf(member, timezone),
      })}
      errorsOf={({ person }) => (person ? {} : { person: 'Please choose a person' })}
      toInput={({ person, lastDay }, { group, member }, opened) => {
        if (!person || (member && lastDay === opened.lastDay)) return null;
        const validUntil = lastDay ? startOf(dayAfter(lastDay), timezone) : undefined;
        return { groupId: group.id, userId: person.id, validUntil };
      }}
      saving={useSaveMember()}
    >
      {({ subject: { member }, text, field }) => (
        <>
          {!member && <PersonField {...field('person')} />}
          <TextField
            {...text('lastDay')}
            type="date"
            label="Last day (optional)"
            hint="Such as the day on which a training expires."
          />
        </>
      )}
    </EditDialog>
  );
}

/** The last whole day of a membership; empty for one without an end. */
function lastDayOf(member: GroupMember | null, timezone: string): string {
  if (!member?.validUntil) return '';
  return localDay(new Date(Date.parse(member.validUntil) - 1), { timezone });
}
