import type { AccessGroup } from '@keydesk/shared/access/group-routes';
import { dayAfter, localDay } from '@keydesk/shared/due/calendar';
import { CircleAlert } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { getErrorMessage } from '../../lib/api.ts';
import { useCampusTimezone } from '../../lib/config.ts';
import { useLastNonNull } from '../../lib/hooks.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Button } from '../../ui/button.tsx';
import type { ComboboxOption } from '../../ui/combobox-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PersonField } from '../../ui/pick-fields.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { GroupMember } from './member-row.tsx';
import { useSaveMember } from './queries.ts';
import { startOf } from './rule-draft.ts';

/** A member of a group whose end is changed, or null for one to add. */
export type MemberSubject = { group: AccessGroup; member: GroupMember | null };

type MemberDialogProps = { subject: MemberSubject | null; onClose: () => void };

/** Adds a member to a group, or moves the end of a membership. */
export function MemberDialog({ subject, onClose }: MemberDialogProps) {
  const formId = useId();
  const shown = useLastNonNull(subject);
  const close = () => {
    saving.reset();
    onClose();
  };
  const saving = useSaveMember(close);
  return (
    <Dialog
      open={subject !== null}
      onClose={close}
      title={shown?.member ? shown.member.user.name : 'Add Member'}
      description={shown?.group.name}
      actions={
        <>
          <Button variant="secondary" onClick={close}>
            Cancel
          </Button>
          <ActionButton type="submit" form={formId} busy={saving.isPending}>
            {shown?.member ? 'Save' : 'Add Member'}
          </ActionButton>
        </>
      }
    >
      {subject && (
        <MemberForm
          formId={formId}
          member={subject.member}
          failure={saving.error}
          onSave={(userId, validUntil) =>
            saving.mutate({ groupId: subject.group.id, userId, validUntil })
          }
        />
      )}
    </Dialog>
  );
}

type MemberFormProps = {
  formId: string;
  member: GroupMember | null;
  failure: Error | null;
  onSave: (userId: string, validUntil: string | undefined) => void;
};

function MemberForm({ formId, member, failure, onSave }: MemberFormProps) {
  const timezone = useCampusTimezone();
  const [person, setPerson] = useState<ComboboxOption | null>(
    member && { id: member.user.id, label: member.user.name },
  );
  const [lastDay, setLastDay] = useState(() => lastDayOf(member, timezone));
  const [missing, setMissing] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(person === null);
    if (person) onSave(person.id, lastDay ? startOf(dayAfter(lastDay), timezone) : undefined);
  };
  return (
    <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4">
      {!member && (
        <div>
          <PersonField value={person} onChange={setPerson} />
          {missing && (
            <p role="alert" className="mt-1.5 text-sm text-danger">
              Please choose a person
            </p>
          )}
        </div>
      )}
      <TextField
        type="date"
        label="Last day (optional)"
        hint="Such as the day on which a training expires."
        value={lastDay}
        onChange={({ target }) => setLastDay(target.value)}
      />
      {failure && (
        <Notice tone="error" icon={<CircleAlert aria-hidden />}>
          {getErrorMessage(failure)}
        </Notice>
      )}
    </form>
  );
}

/** The last whole day of a membership; empty for one without an end. */
function lastDayOf(member: GroupMember | null, timezone: string): string {
  if (!member?.validUntil) return '';
  return localDay(new Date(Date.parse(member.validUntil) - 1), { timezone });
}
