import type { Dispute, DisputeResolution } from '@keydesk/shared/handovers/dispute';
import type { Settlement } from '@keydesk/shared/handovers/dispute-routes';
import type { FoundPerson } from '@keydesk/shared/users/people-routes';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { api, call, getErrorMessage } from '../../lib/api.ts';
import { invalidateAndRefetch } from '../../lib/query-client.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { showSuccess } from '../../ui/toast/show-toast.ts';
import { PersonPicker, PickedPerson } from './person-picker.tsx';
import { keyDisputesQuery } from './queries.ts';

const answers: readonly { value: DisputeResolution; label: string; text: string }[] = [
  {
    value: 'returned',
    label: 'The key is at the desk',
    text: 'The loan is closed, and the key can be lent again.',
  },
  {
    value: 'corrected',
    label: 'Somebody else has the key',
    text: 'The loan is recorded as theirs from the beginning.',
  },
  { value: 'confirmed', label: 'The record is right', text: 'Nothing changes.' },
];

/** How an admin settles a dispute. */
export function SettleForm({ dispute: { loanId, keyId } }: { dispute: Dispute }) {
  const [resolution, setResolution] = useState<DisputeResolution | null>(null);
  const [person, setPerson] = useState<FoundPerson | null>(null);
  const [note, setNote] = useState('');
  const settlement = toSettlement(resolution, person, note);
  const client = useQueryClient();
  const settling = useMutation({
    mutationFn: (body: Settlement) => call(api.settleDispute, { params: { id: loanId }, body }),
    onSuccess: () => showSuccess('The dispute is settled'),
    // Also after a refusal: somebody else may have settled it.
    onSettled: () => invalidateAndRefetch(client, { queryKey: keyDisputesQuery(keyId).queryKey }),
  });
  return (
    <div className="mt-3 flex flex-col gap-4">
      <fieldset className="flex flex-col gap-1">
        <legend className="mb-1 text-sm font-medium">What is true?</legend>
        {answers.map(({ value, label, text }) => (
          <label
            key={value}
            className="flex min-h-11 cursor-pointer items-start gap-3 rounded-control px-2 py-2 hover:bg-sunken"
          >
            <input
              type="radio"
              name={`settle-${loanId}`}
              checked={resolution === value}
              onChange={() => setResolution(value)}
              className="mt-0.5 size-5 shrink-0 accent-accent"
            />
            <span>
              <span className="block font-medium">{label}</span>
              <span className="block text-sm text-muted">{text}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {resolution === 'corrected' &&
        (person ? (
          <PickedPerson person={person} onChange={() => setPerson(null)} />
        ) : (
          <PersonPicker onPick={setPerson} />
        ))}
      <TextField
        label="Note (optional)"
        value={note}
        maxLength={500}
        autoComplete="off"
        onChange={(event) => setNote(event.target.value)}
      />
      {settling.error && (
        <Notice tone="error" icon={<CircleAlert aria-hidden />}>
          {getErrorMessage(settling.error)}
        </Notice>
      )}
      <ActionButton
        disabled={!settlement}
        busy={settling.isPending}
        onClick={() => settlement && settling.mutate(settlement)}
        className="self-start"
      >
        Settle
      </ActionButton>
    </div>
  );
}

/** What to send; null while something is still missing. */
function toSettlement(
  resolution: DisputeResolution | null,
  person: FoundPerson | null,
  note: string,
): Settlement | null {
  const said = { note: note.trim() || undefined };
  if (resolution === 'corrected') return person && { resolution, holderId: person.id, ...said };
  return resolution && { resolution, ...said };
}
