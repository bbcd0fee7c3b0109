import { type Campus, labelIn } from '@keydesk/shared/campus/campus';
import type { User } from '@keydesk/shared/people/user';
import type { OwnSession } from '@keydesk/shared/session/routes';
import { t as fieldText } from '@keydesk/shared/texts/en/fields';
import { t } from '@keydesk/shared/texts/en/profile';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { LogOut, MonitorSmartphone } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { api, call, callForResponse, serverMessage } from '../../lib/api.ts';
import { saveFile } from '../../lib/browser.ts';
import { useCampus } from '../../lib/campus.ts';
import { formatDate, formatDateTime } from '../../lib/format.ts';
import { useDeskComputer, useUser } from '../../lib/session.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { StatusPill } from '../../ui/badge.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { Email } from '../../ui/email.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Card, PageHeader, TitledCard } from '../../ui/page.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { useChange } from '../../ui/use-change.ts';
import { DutyCard } from '../duty/duty-card.tsx';
import { MessagePreferences } from '../messages/message-preferences.tsx';
import { PushCard } from '../messages/push-card.tsx';

const DutyCodeModal = lazyComponent(() => import('../duty/duty-code-modal.tsx'), 'DutyCodeModal');

/**
 * Profile (read-only), shift, push notifications, messages, sessions and own data. A desk's
 * computer cannot change an account.
 */
export function ProfilePage() {
  const user = useUser();
  const desk = useDeskComputer();
  const [showsCode, setShowsCode] = useState(false);
  if (!user) return null;
  return (
    <>
      <PageHeader title={t('profile-settings')} />
      {desk ? (
        <Notice tone="info" className="max-w-2xl">
          {t('desk-computer', { computer: desk.computer.name, desk: desk.desk.name })}
        </Notice>
      ) : (
        <>
          <ProfileCard user={user} />
          {user.role === 'security' && <DutyCard onShowCode={() => setShowsCode(true)} />}
          <PushCard userId={user.id} />
          <MessagePreferences />
          <OwnSessions />
          <MyDataCard />
        </>
      )}
      {showsCode && <DutyCodeModal onClose={() => setShowsCode(false)} />}
    </>
  );
}

function ProfileCard({ user }: { user: User }) {
  const campus = useCampus();
  return (
    <Card className="max-w-2xl px-0 py-1">
      <dl className="divide-y divide-line">
        {profileFields(user, campus).map(([label, value]) => (
          <div key={label} className="grid gap-x-6 gap-y-0.5 px-5 py-3.5 sm:grid-cols-[10rem_1fr]">
            <dt className="text-sm leading-6 text-muted">{label}</dt>
            <dd className="min-w-0 font-semibold wrap-anywhere">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function profileFields(user: User, campus: Campus | null): [label: string, value: ReactNode][] {
  return [
    [fieldText('name'), user.name],
    [fieldText('email'), <Email key="email">{user.email}</Email>],
    [t('member-since'), formatDate(user.createdAt)],
    [fieldText('last-login'), formatDateTime(user.lastLogin) || fieldText('never')],
    ...(user.role === 'faculty'
      ? ([
          [fieldText('department'), departmentLabel(user.department, campus)],
          [fieldText('faculty-id'), user.facultyId ?? t('not-set')],
        ] satisfies [string, string][])
      : []),
    ...(user.phone ? ([[fieldText('phone'), user.phone]] satisfies [string, string][]) : []),
  ];
}

function departmentLabel(code: string | null, campus: Campus | null): string {
  return code ? labelIn(campus?.departments ?? [], code) : t('not-set');
}

function MyDataCard() {
  return (
    <TitledCard title={t('my-data')} text={t('my-data-text')} large className="mt-5 max-w-2xl">
      <DownloadButton
        variant="secondary"
        download={async () => saveFile(await callForResponse(api.myData), 'my-data.json')}
        className="mt-4"
      >
        {t('download-my-data')}
      </DownloadButton>
    </TitledCard>
  );
}

function OwnSessions() {
  const query = useQuery(ownSessionsQuery);
  const { data: sessions } = query;
  const end = useEndSessions();
  const isEnding = (id: string | null) => end.isPending && end.variables === id;
  return (
    <TitledCard
      title={t('own-sessions')}
      text={t('own-sessions-text')}
      large
      className="mt-5 max-w-2xl"
    >
      {sessions && (
        <ul className="mt-3 divide-y divide-line">
          {sessions.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              busy={isEnding(session.id)}
              onEnd={() => end.mutate(session.id)}
            />
          ))}
        </ul>
      )}
      {sessions && sessions.length > 1 && (
        <ActionButton
          variant="secondary"
          busy={isEnding(null)}
          onClick={() => end.mutate(null)}
          className="mt-4"
        >
          {!isEnding(null) && <LogOut aria-hidden className="size-4.5" />}
          {t('sign-out-everywhere-else')}
        </ActionButton>
      )}
      <QueryState query={query} loading={<Skeleton className="mt-4 h-16" />} />
    </TitledCard>
  );
}

function useEndSessions() {
  return useChange(
    (id: string | null) =>
      id === null ? call(api.endOtherSessions) : call(api.endOwnSession, { params: { id } }),
    {
      failure: (cause) => serverMessage(cause, t('failed-to-sign-out-there')),
      // The session may also have expired or been ended elsewhere.
      refetch: (client) => client.invalidateQueries(ownSessionsQuery),
    },
  );
}

function SessionRow({ session, busy, onEnd }: SessionRowProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="font-semibold">{session.device}</p>
        <p className="text-sm text-muted">
          <Dotted>
            {session.address && <span className="break-all">{session.address}</span>}
            {session.isCurrent
              ? t('signed-in', { when: formatDateTime(session.signedInAt) })
              : t('last-used', { when: formatDateTime(session.lastActiveAt) })}
          </Dotted>
        </p>
      </div>
      {session.isCurrent ? (
        <StatusPill tone="accent" icon={<MonitorSmartphone aria-hidden />}>
          {t('this-device')}
        </StatusPill>
      ) : (
        <ActionButton
          variant="secondary"
          size="small"
          busy={busy}
          aria-label={t('sign-out-of', { device: session.device })}
          onClick={onEnd}
        >
          {t('sign-out-there')}
        </ActionButton>
      )}
    </li>
  );
}

type SessionRowProps = { session: OwnSession; busy: boolean; onEnd: () => void };

const ownSessionsQuery = queryOptions({
  queryKey: ['own-sessions'],
  queryFn: async ({ signal }) => (await call(api.listOwnSessions, { signal })).data.sessions,
});
