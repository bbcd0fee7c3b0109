import type { AccessRequest } from '@keydesk/shared/access/requests';
import { t } from '@keydesk/shared/texts/en/access';
import { t as punctuation } from '@keydesk/shared/texts/en/punctuation';
import { useQuery } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { untilText } from '../../lib/due.ts';
import { formatDateTime } from '../../lib/format.ts';
import { useUser } from '../../lib/session.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { lazyDialog } from '../../ui/lazy-component.tsx';
import { EmptyState, PageHeader, TitledCard } from '../../ui/page.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { KeyNumber, PersonLink } from '../../ui/record-link.tsx';
import { PeopleWithAccess } from './people-with-access.tsx';
import { accessRequestsQuery, useDecide } from './request-queries.ts';
import { RequestState } from './request-row.tsx';

type ToDecideProps = {
  others: number;
  children: ReactNode;
};

/** Requests that the reader decides, what else waits, and who has access to their keys. */
export function ToDecide({ others: waiting, children }: ToDecideProps) {
  const userId = useUser()?.id;
  const query = useQuery(accessRequestsQuery);
  const { data } = query;
  const others = data?.requests.filter(({ user }) => user.id !== userId);
  const open = others?.filter(({ mayDecide }) => mayDecide) ?? [];
  const decided = others?.filter(({ state }) => state !== 'open') ?? [];
  return (
    <>
      <PageHeader
        title={
          <span className="flex items-center gap-2.5">
            {t('to-decide')}
            {open.length + waiting > 0 && <Badge count={open.length + waiting} tone="accent" />}
          </span>
        }
      />
      <QueryState query={query} />
      {data && (
        <div className="flex max-w-3xl flex-col gap-5">
          {open.length + waiting === 0 && (
            <EmptyState
              card
              compact
              icon={<Inbox aria-hidden />}
              title={t('nothing-to-decide')}
              text={t('nothing-to-decide-hint')}
            />
          )}
          {open.length > 0 && (
            <ul aria-label={t('open-requests')} className="flex flex-col gap-3">
              {open.map((request) => (
                <RequestToDecide key={request.id} request={request} />
              ))}
            </ul>
          )}
          {children}
          <Decided requests={decided} />
          <PeopleWithAccess />
        </div>
      )}
    </>
  );
}

function Decided({ requests }: { requests: readonly AccessRequest[] }) {
  if (requests.length === 0) return null;
  return (
    <TitledCard title={t('decided')}>
      <ul aria-label={t('decided')} className="mt-1 divide-y divide-line">
        {requests.map(({ id, key, user, state, decidedBy, decidedAt, note }) => (
          <li key={id} className="py-3">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="font-semibold wrap-anywhere">
                <Dotted>
                  {user.name}
                  <KeyNumber number={key.keyNumber} />
                </Dotted>
              </span>
              <RequestState state={state} />
            </p>
            <p className="text-sm text-muted wrap-anywhere">
              <Dotted>
                {t('decided-at', {
                  name: decidedBy?.name ?? '',
                  when: formatDateTime(decidedAt),
                })}
                {note && punctuation('quoted', { text: note })}
              </Dotted>
            </p>
          </li>
        ))}
      </ul>
    </TitledCard>
  );
}

const ApproveUntilDialog = lazyDialog(() => import('./grant-dialogs.tsx'), 'ApproveUntilDialog');

function RequestToDecide({ request }: { request: AccessRequest }) {
  const [choosing, setChoosing] = useState(false);
  const decide = useDecide();
  const { id, key, user, purpose, wantedUntil, createdAt, approverName } = request;
  const about = `${user.name}, ${key.keyNumber}`;
  return (
    <li className="card p-5">
      <p className="text-xl/snug wrap-anywhere">
        {t.rich('asks-for', {
          name: user.name,
          keyNumber: key.keyNumber,
          until: untilText(wantedUntil),
          person: (chunks) => (
            <span key="person" className="font-semibold">
              <PersonLink id={user.id}>{chunks}</PersonLink>
            </span>
          ),
          key: () => (
            <KeyNumber key="key" number={key.keyNumber} linkTo={key.id} className="text-xl" />
          ),
        })}
      </p>
      <p className="mt-1 wrap-anywhere">{punctuation('quoted', { text: purpose })}</p>
      <p className="mt-1 text-sm text-muted wrap-anywhere">
        <Dotted>
          {key.keyName}
          {t('asked-when', { when: formatDateTime(createdAt) })}
          {t('with', { name: approverName ?? t('the-admins') })}
        </Dotted>
      </p>
      <div className="mt-4 flex flex-wrap gap-2.5">
        <ActionButton
          busy={decide.isPending && decide.variables.decision === 'approve'}
          disabled={decide.isPending}
          aria-label={t('approve-of', { about })}
          onClick={() => decide.mutate({ id, decision: 'approve' })}
        >
          {t('approve')}
        </ActionButton>
        <ActionButton
          variant="secondary"
          busy={decide.isPending && decide.variables.decision === 'deny'}
          disabled={decide.isPending}
          aria-label={t('deny-of', { about })}
          onClick={() => decide.mutate({ id, decision: 'deny' })}
        >
          {t('deny')}
        </ActionButton>
        <ActionButton
          variant="quiet"
          aria-label={t('approve-until-of', { about })}
          onClick={() => setChoosing(true)}
        >
          {t('approve-until')}
        </ActionButton>
      </div>
      <ApproveUntilDialog request={request} open={choosing} onClose={() => setChoosing(false)} />
    </li>
  );
}
