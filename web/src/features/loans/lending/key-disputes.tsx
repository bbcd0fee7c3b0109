import { may } from '@keydesk/shared/http/roles';
import type { Dispute, Settlement } from '@keydesk/shared/loans/disputes';
import {
  type DisputeResolution,
  disputeResolutions,
  foundText,
  resolutionsOf,
} from '@keydesk/shared/loans/settlement';
import type { FoundPerson } from '@keydesk/shared/people/search';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, MessageCircleWarning } from 'lucide-react';
import { useState } from 'react';
import { api, call } from '../../../lib/api.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { useRefetchOnKeyEvents } from '../../../lib/live/events.ts';
import { invalidateAndRefetch } from '../../../lib/query-client.ts';
import { useUser } from '../../../lib/session.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { ErrorNotice } from '../../../ui/notice.tsx';
import { PersonLink } from '../../../ui/record-link.tsx';
import { showSuccess } from '../../../ui/toast/show-toast.ts';
import { undoneHandoverText } from '../../keys/loan-item.tsx';
import { PersonPicker, PickedPerson } from '../../people/person-picker.tsx';

type KeyDisputesProps = { keyId: string; heading?: 'h2' | 'h3'; className?: string };

/** Who says that this key was not handed to them, and how that was settled. Admins settle it here. */
export function KeyDisputes({ keyId, heading: Heading = 'h3', className }: KeyDisputesProps) {
  const query = keyDisputesQuery(keyId);
  useRefetchOnKeyEvents(query.queryKey, ({ key }) => key._id === keyId);
  const { data: disputes } = useQuery(query);
  const settles = may(useUser()?.role ?? 'pending', 'administer');
  if (!disputes || disputes.length === 0) return null;
  return (
    <section aria-labelledby="key-disputes" className={className}>
      <Heading id="key-disputes" className="text-base font-semibold">
        Disputed
      </Heading>
      <ul className="divide-y divide-line">
        {disputes.map((dispute) => (
          <li key={dispute.loanId} className="py-3">
            <DisputeText dispute={dispute} />
            {!dispute.settledAt &&
              (settles ? (
                <SettleForm key={dispute.loanId} dispute={dispute} />
              ) : (
                <p className="mt-2 text-sm text-muted">An admin settles this.</p>
              ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

function DisputeText({ dispute }: { dispute: Dispute }) {
  const { holder, sponsor, handedBy, deskName, takenAt, recordedAt } = dispute;
  const { raisedAt, settledAt, undoneReturn } = dispute;
  const { id, name } = sponsor ?? holder;
  return (
    <>
      <p className="flex items-start gap-2 font-medium">
        {settledAt ? (
          <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-available" />
        ) : (
          <MessageCircleWarning aria-hidden className="mt-0.5 size-5 shrink-0 text-overdue" />
        )}
        <span className="wrap-anywhere">
          <PersonLink id={id}>{name}</PersonLink>{' '}
          {sponsor && !undoneReturn
            ? `does not vouch for ${holder.name}`
            : `${settledAt ? 'said' : 'says'} that ${
                undoneReturn
                  ? `${sponsor ? `the return by ${holder.name}` : 'their return'} was right`
                  : 'it was not handed to them'
              }`}
          .
        </span>
      </p>
      <p className="mt-1 text-sm text-muted">
        Handed over {formatDateTime(takenAt)}
        {recordedAt && `, from paper, recorded ${formatDateTime(recordedAt)}`}
        {deskName && ` at ${deskName}`} by <PersonLink id={handedBy.id}>{handedBy.name}</PersonLink>
        . {undoneReturn && `${undoneHandoverText(undoneReturn)}. `}Reported{' '}
        {formatDateTime(raisedAt)}.
      </p>
      {settledAt && <SettlementText dispute={dispute} />}
    </>
  );
}

function SettlementText({ dispute }: { dispute: Dispute }) {
  const { settledAt, settledBy, resolution, note, correctedTo, undoneReturn } = dispute;
  return (
    <>
      <p className="text-sm text-muted">
        Settled {formatDateTime(settledAt)}
        {settledBy && (
          <>
            {' '}
            by <PersonLink id={settledBy.id}>{settledBy.name}</PersonLink>
          </>
        )}
        {resolution && `: ${foundText({ resolution, ofReturn: Boolean(undoneReturn) })}`}
        {correctedTo && (
          <>
            , <PersonLink id={correctedTo.id}>{correctedTo.name}</PersonLink>
          </>
        )}
        .
      </p>
      {note && <p className="text-sm text-muted wrap-anywhere">Note: {note}</p>}
    </>
  );
}

/** The disputes about a key, open ones first. */
function keyDisputesQuery(id: string) {
  return queryOptions({
    queryKey: ['key-disputes', id],
    queryFn: async ({ signal }) =>
      (await call(api.keyDisputes, { params: { id }, signal })).data.disputes,
    staleTime: 0,
  });
}

type Answer = { label: string; text: string };

function answerOf(resolution: DisputeResolution, { returnedAt, undoneReturn }: Dispute): Answer {
  if (undoneReturn) return answersOfReturn[resolution];
  return returnedAt
    ? { ...answers[resolution], ...answersOnceOver[resolution] }
    : answers[resolution];
}

const answers: Record<DisputeResolution, Answer> = {
  returned: { label: 'The key is at the desk', text: 'The loan is closed.' },
  'not-handed-over': {
    label: 'The key was not handed over',
    text: 'The loan is cancelled, and the history shows that it was.',
  },
  corrected: {
    label: 'Somebody else has the key',
    text: 'The loan is recorded as theirs from the beginning.',
  },
  confirmed: { label: 'The record is right', text: 'Nothing changes.' },
  'sponsor-refuses': {
    label: 'Handed out, sponsor refuses',
    text: 'The record is right, and the visitor brings the key back.',
  },
};

const answersOnceOver: Partial<Record<DisputeResolution, Partial<Answer>>> = {
  corrected: { label: 'Somebody else had the key' },
  'sponsor-refuses': { text: 'The record is right.' },
};

const answersOfReturn = {
  ...answers,
  returned: {
    label: 'The key came back',
    text: 'The return holds as it was recorded, at its own time.',
  },
  corrected: {
    label: 'Somebody else has the key',
    text: 'The return holds, and the key is recorded as theirs since then.',
  },
  confirmed: { label: 'The key did not come back', text: 'Nothing changes.' },
};

/** How an admin settles a dispute. */
function SettleForm({ dispute }: { dispute: Dispute }) {
  const { loanId, keyId, sponsor, undoneReturn, returnedAt } = dispute;
  const offered = resolutionsOf({
    isOver: returnedAt !== null,
    isVisitors: sponsor !== null,
    ofReturn: Boolean(undoneReturn),
  }).map((value) => ({ value, ...answerOf(value, dispute) }));
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
        {offered.map(({ value, label, text }) => (
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
      {resolution &&
        disputeResolutions[resolution].effect === 'moves' &&
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
      <ErrorNotice cause={settling.error} />
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
