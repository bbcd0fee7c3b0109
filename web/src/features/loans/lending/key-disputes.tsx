import { may } from '@keydesk/shared/http/roles';
import type { Dispute, Settlement } from '@keydesk/shared/loans/disputes';
import { disputeResolutions, type Finding, foundText } from '@keydesk/shared/loans/settlement';
import type { FoundPerson } from '@keydesk/shared/people/search';
import { t } from '@keydesk/shared/texts/en/disputes';
import { t as keyText } from '@keydesk/shared/texts/en/keys';
import { t as noteText } from '@keydesk/shared/texts/en/notes';
import { t as punctuation } from '@keydesk/shared/texts/en/punctuation';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { CircleCheck, MessageCircleWarning } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { api, call } from '../../../lib/api.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { invalidateAndRefetch } from '../../../lib/query-client.ts';
import { useUser } from '../../../lib/session.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { ErrorNotice } from '../../../ui/notice.tsx';
import { linkToPerson } from '../../../ui/record-link.tsx';
import { useChange } from '../../../ui/use-change.ts';
import { undoneHandoverText } from '../../keys/loan-item.tsx';
import { PersonPicker, PickedPerson } from '../../people/person-picker.tsx';

type KeyDisputesProps = { keyId: string; heading?: 'h2' | 'h3'; className?: string };

export function KeyDisputes({ keyId, heading: Heading = 'h3', className }: KeyDisputesProps) {
  const { data: disputes } = useQuery(keyDisputesQuery(keyId));
  const settles = may(useUser()?.role ?? 'pending', 'administer');
  if (!disputes || disputes.length === 0) return null;
  return (
    <section aria-labelledby="key-disputes" className={className}>
      <Heading id="key-disputes" className="text-base font-semibold">
        {keyText('disputed')}
      </Heading>
      <ul className="divide-y divide-line">
        {disputes.map((dispute) => (
          <li key={dispute.loanId} className="py-3">
            <DisputeText dispute={dispute} />
            {!dispute.settledAt &&
              (settles ? (
                <SettleForm key={dispute.loanId} dispute={dispute} />
              ) : (
                <p className="mt-2 text-sm text-muted">{t('admin-settles')}</p>
              ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

function DisputeText({ dispute }: { dispute: Dispute }) {
  const { handedBy, deskName, takenAt, recordedAt, raisedAt, settledAt, undoneReturn } = dispute;
  return (
    <>
      <p className="flex items-start gap-2 font-semibold">
        {settledAt ? (
          <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-available" />
        ) : (
          <MessageCircleWarning aria-hidden className="mt-0.5 size-5 shrink-0 text-overdue" />
        )}
        <span className="wrap-anywhere">
          <SaidInDispute dispute={dispute} />
        </span>
      </p>
      <p className="mt-1 text-sm text-muted">
        {t.rich('handed-over', {
          taken: formatDateTime(takenAt),
          paper: yesOrNo(recordedAt),
          recorded: formatDateTime(recordedAt ?? null),
          placed: yesOrNo(deskName),
          desk: deskName ?? '',
          guard: linkToPerson(handedBy.id),
          name: handedBy.name,
        })}{' '}
        {undoneReturn && `${punctuation('sentence', { text: undoneHandoverText(undoneReturn) })} `}
        {t('reported', { when: formatDateTime(raisedAt) })}
      </p>
      {settledAt && <SettlementText dispute={dispute} />}
    </>
  );
}

export function SaidInDispute({ dispute }: { dispute: Dispute }): ReactNode {
  const { holder, sponsor, settledAt, undoneReturn } = dispute;
  const { id, name } = sponsor ?? holder;
  return t.rich(undoneReturn ? 'return-right' : sponsor ? 'no-voucher' : 'not-handed', {
    person: linkToPerson(id),
    name,
    holder: holder.name,
    settled: yesOrNo(settledAt),
    sponsored: yesOrNo(sponsor),
  });
}

function SettlementText({ dispute }: { dispute: Dispute }) {
  const { settledAt, settledBy, resolution, note, correctedTo, undoneReturn } = dispute;
  return (
    <>
      <p className="text-sm text-muted">
        {t.rich('settlement', {
          when: formatDateTime(settledAt),
          named: yesOrNo(settledBy),
          person: linkToPerson(settledBy?.id),
          name: settledBy?.name ?? '',
          found: yesOrNo(resolution),
          finding: resolution ? foundText({ resolution, ofReturn: Boolean(undoneReturn) }) : '',
          moved: yesOrNo(correctedTo),
          holder: linkToPerson(correctedTo?.id, 'holder'),
          holderName: correctedTo?.name ?? '',
        })}
      </p>
      {note && <p className="text-sm text-muted wrap-anywhere">{noteText('note', { note })}</p>}
    </>
  );
}

export function keyDisputesQuery(id: string) {
  return queryOptions({
    queryKey: ['key-disputes', id],
    queryFn: async ({ signal }) =>
      (await call(api.keyDisputes, { params: { id }, signal })).data.disputes,
    staleTime: 0,
    meta: { staleOn: { key: ({ key }) => key._id === id } },
  });
}

function answerOf({ resolution, ofReturn }: Finding, { returnedAt, findings }: Dispute) {
  if (ofReturn) return answersOfReturn[resolution];
  const wasOver = returnedAt !== null || findings.some((one) => one.ofReturn);
  return (wasOver ? answersOnceOver : answers)[resolution];
}

const answers = {
  returned: { label: 'at-desk', text: 'loan-closed' },
  'not-handed-over': { label: 'not-handed-over', text: 'loan-cancelled' },
  corrected: { label: 'somebody-else-has-it', text: 'recorded-as-theirs' },
  confirmed: { label: 'record-is-right', text: 'nothing-changes' },
  'sponsor-refuses': { label: 'sponsor-refuses', text: 'visitor-brings-back' },
} as const;

const answersOnceOver = {
  ...answers,
  corrected: { label: 'somebody-else-had-it', text: 'recorded-as-theirs' },
  'sponsor-refuses': { label: 'sponsor-refuses', text: 'right-all-the-same' },
} as const;

const answersOfReturn = {
  ...answers,
  returned: { label: 'came-back', text: 'return-holds' },
  corrected: { label: 'somebody-else-has-it', text: 'theirs-since' },
  confirmed: { label: 'did-not-come-back', text: 'nothing-changes' },
} as const;

function SettleForm({ dispute }: { dispute: Dispute }) {
  const { loanId, keyId, findings } = dispute;
  const [finding, setFinding] = useState<Finding | null>(null);
  const isChosen = ({ resolution, ofReturn }: Finding) =>
    finding?.resolution === resolution && finding.ofReturn === ofReturn;
  const [person, setPerson] = useState<FoundPerson | null>(null);
  const [note, setNote] = useState('');
  const settlement = toSettlement(finding, person, note);
  const settling = useChange(
    (body: Settlement) => call(api.settleDispute, { params: { id: loanId }, body }),
    {
      says: t('is-settled'),
      refetch: (client) => invalidateAndRefetch(client, keyDisputesQuery(keyId)),
    },
  );
  return (
    <div className="mt-3 flex flex-col gap-4">
      <fieldset className="flex flex-col gap-1">
        <legend className="mb-1 text-sm font-semibold">{t('what-is-true')}</legend>
        {findings.map((one) => {
          const { label, text } = answerOf(one, dispute);
          return (
            <label
              key={`${one.resolution} ${one.ofReturn}`}
              className="flex min-h-11 cursor-pointer items-start gap-3 rounded-control px-2 py-2 hover:bg-sunken"
            >
              <input
                type="radio"
                name={`settle-${loanId}`}
                checked={isChosen(one)}
                onChange={() => setFinding(one)}
                className="mt-0.5"
              />
              <span>
                <span className="block font-semibold">{t(label)}</span>
                <span className="block text-sm text-muted">{t(text)}</span>
              </span>
            </label>
          );
        })}
      </fieldset>
      {finding &&
        disputeResolutions[finding.resolution].effect === 'moves' &&
        (person ? (
          <PickedPerson person={person} onChange={() => setPerson(null)} />
        ) : (
          <PersonPicker onPick={setPerson} />
        ))}
      <TextField
        label={noteText('note-optional')}
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
        {t('settle')}
      </ActionButton>
    </div>
  );
}

function toSettlement(
  finding: Finding | null,
  person: FoundPerson | null,
  note: string,
): Settlement | null {
  if (!finding) return null;
  const { resolution, ofReturn } = finding;
  const said = { ofReturn, note: note.trim() || undefined };
  if (resolution === 'corrected') return person && { resolution, holderId: person.id, ...said };
  return { resolution, ...said };
}

function yesOrNo(value: unknown) {
  return value ? 'yes' : 'no';
}
