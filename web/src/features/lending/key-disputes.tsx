import type { Dispute } from '@keydesk/shared/handovers/dispute';
import { may } from '@keydesk/shared/users/role';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, MessageCircleWarning } from 'lucide-react';
import { useEffect } from 'react';
import { formatDateTime } from '../../lib/format.ts';
import { onKeyEvent } from '../../lib/live/events.ts';
import { invalidateAndRefetch } from '../../lib/query-client.ts';
import { useUser } from '../../lib/session.ts';
import { PersonLink } from '../../ui/record-link.tsx';
import { keyDisputesQuery } from './queries.ts';
import { SettleForm } from './settle-form.tsx';

type KeyDisputesProps = { keyId: string; heading?: 'h2' | 'h3'; className?: string };

/** Who says that this key was not handed to them, and how that was settled. Admins settle it here. */
export function KeyDisputes({ keyId, heading: Heading = 'h3', className }: KeyDisputesProps) {
  useLiveDisputes(keyId);
  const { data: disputes } = useQuery(keyDisputesQuery(keyId));
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
  const { holder, handedBy, deskName, takenAt, raisedAt, settledAt } = dispute;
  return (
    <>
      <p className="flex items-start gap-2 font-medium">
        {settledAt ? (
          <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-available" />
        ) : (
          <MessageCircleWarning aria-hidden className="mt-0.5 size-5 shrink-0 text-overdue" />
        )}
        <span className="wrap-anywhere">
          <PersonLink id={holder.id}>{holder.name}</PersonLink> {settledAt ? 'said' : 'says'} that
          it was not handed to them.
        </span>
      </p>
      <p className="mt-1 text-sm text-muted">
        Handed over {formatDateTime(takenAt)}
        {deskName && ` at ${deskName}`} by <PersonLink id={handedBy.id}>{handedBy.name}</PersonLink>
        . Reported {formatDateTime(raisedAt)}.
      </p>
      {settledAt && <SettlementText dispute={dispute} />}
    </>
  );
}

const resolutionWords = {
  returned: 'The key was back at the desk.',
  corrected: 'Somebody else had the key:',
  confirmed: 'The record was right.',
};

function SettlementText({ dispute }: { dispute: Dispute }) {
  const { settledAt, settledBy, resolution, note, correctedTo } = dispute;
  return (
    <>
      <p className="text-sm text-muted">
        {resolution && resolutionWords[resolution]}{' '}
        {correctedTo && (
          <>
            <PersonLink id={correctedTo.id}>{correctedTo.name}</PersonLink>.{' '}
          </>
        )}
        Settled {formatDateTime(settledAt)}
        {settledBy && (
          <>
            {' '}
            by <PersonLink id={settledBy.id}>{settledBy.name}</PersonLink>
          </>
        )}
        .
      </p>
      {note && <p className="text-sm text-muted wrap-anywhere">Note: {note}</p>}
    </>
  );
}

/** Refetches the disputes whenever the key changes. */
function useLiveDisputes(id: string): void {
  const client = useQueryClient();
  useEffect(
    () =>
      onKeyEvent(({ key }) => {
        const { queryKey } = keyDisputesQuery(id);
        if (key._id === id) void invalidateAndRefetch(client, { queryKey });
      }),
    [client, id],
  );
}
