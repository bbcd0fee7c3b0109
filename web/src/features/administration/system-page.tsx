import type { System } from '@keydesk/shared/administration/installation';
import { decimalText, numberText } from '@keydesk/shared/core/formats';
import { t as actionText } from '@keydesk/shared/texts/en/actions';
import { t } from '@keydesk/shared/texts/en/system';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, RefreshCw, Send, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { api, call, getErrorMessage } from '../../lib/api.ts';
import { formatDateTime } from '../../lib/format.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Card, PageHeader } from '../../ui/page.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { useChange } from '../../ui/use-change.ts';
import { backupState, systemQuery } from './backup-state.ts';

export function SystemPage() {
  const system = useQuery(systemQuery);
  return (
    <>
      <PageHeader
        title={t('system')}
        text={t('intro')}
        action={
          <ActionButton
            variant="secondary"
            busy={system.isFetching}
            onClick={() => void system.refetch()}
          >
            {!system.isFetching && <RefreshCw aria-hidden className="size-4.5" />}
            {actionText('refresh')}
          </ActionButton>
        }
      />
      <QueryState
        query={system}
        loading={t('loading-system')}
        failure={t('failed-to-load')}
        frame="card mb-4"
        always
      />
      {system.data && <SystemSections system={system.data} />}
    </>
  );
}

function SystemSections({ system }: { system: System }) {
  const { database, backup, mail, push, processes } = system;
  const [version = '', commit = t('commit-unknown')] = system.version.split('+');
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      {system.messagesHeld && <HeldNotice {...system.messagesHeld} />}
      <Section title={t('backup')} wide>
        <BackupNotice backup={backup} />
        {backup.last && (
          <TermList
            terms={[
              [t('last-backup'), formatDateTime(backup.last.at)],
              [t('file'), backup.last.file],
              [t('size'), sizeText(backup.last.bytes)],
            ]}
          />
        )}
      </Section>
      <Section title={t('program')}>
        <TermList
          terms={[
            [t('version'), version],
            [t('commit'), commit],
            [t('environment'), system.environment],
            [t('time-zone'), system.timezone],
          ]}
        />
      </Section>
      <Section title={t('database')}>
        <TermList
          terms={[
            ['PostgreSQL', database.version],
            [t('where'), database.embedded ? t('own-database') : t('other-database')],
            [t('size'), sizeText(database.bytes)],
            [t('schema'), String(system.schema)],
          ]}
        />
      </Section>
      <Section title={t('processes')}>
        <p className="mt-1 text-sm text-muted">{t('connected-to-this-database-now')}</p>
        <TermList
          terms={processes.map(({ name, version, since }) => [
            name,
            t('version-since', { version, since: formatDateTime(since) }),
          ])}
        />
      </Section>
      <Section title={t('mail')}>
        <MailState mail={mail} />
      </Section>
      <Section title={t('notifications-on-devices')}>
        <TermList
          terms={[
            [t('people'), String(push.people)],
            [t('browsers'), String(push.browsers)],
          ]}
        />
      </Section>
    </div>
  );
}

/** A restored copy sends no messages until its admin allows it. */
function HeldNotice({ since, backupOf }: NonNullable<System['messagesHeld']>) {
  return (
    <Notice tone="warning" icon={<TriangleAlert aria-hidden />} className="lg:col-span-2">
      {backupOf
        ? t('restored', { when: formatDateTime(backupOf) })
        : t('messages-held', { when: formatDateTime(since) })}{' '}
      {t.rich('send-messages', { code: (chunks) => <code key="code">{chunks}</code> })}
    </Notice>
  );
}

function Section({ title, wide, children }: SectionProps) {
  return (
    <Card className={wide ? 'min-w-0 lg:col-span-2' : 'min-w-0'} aria-label={title}>
      <h2 className="font-semibold">{title}</h2>
      {children}
    </Card>
  );
}

function BackupNotice({ backup }: { backup: System['backup'] }) {
  const { tone, text } = backupState(backup, new Date());
  const Icon = icons[tone];
  return (
    <Notice tone={tone} icon={<Icon aria-hidden />} className="mt-3">
      {text}
    </Notice>
  );
}

type SectionProps = { title: string; wide?: boolean; children: ReactNode };

const icons = { success: CircleCheck, warning: TriangleAlert, error: CircleAlert };

function MailState({ mail }: { mail: System['mail'] }) {
  const test = useChange(() => call(api.sendTestMail), {
    failure: getErrorMessage,
    refetch: (client) => client.invalidateQueries(systemQuery),
  });
  const { lastError } = mail;
  if (mail.to === 'nowhere')
    return (
      <Notice tone="info" className="mt-3">
        {t('no-mail')}
      </Notice>
    );
  return (
    <>
      {lastError && (
        <Notice tone="warning" className="mt-3">
          {t('not-sent', { when: formatDateTime(lastError.at), reason: lastError.reason })}
        </Notice>
      )}
      <TermList
        terms={[
          [mail.to === 'server' ? t('mail-server') : t('written-to'), mail.place ?? ''],
          [t('waiting'), String(mail.waiting)],
          [t('sent-today'), String(mail.sentToday)],
          [t('given-up'), String(mail.failed)],
        ]}
      />
      <ActionButton
        variant="secondary"
        busy={test.isPending}
        onClick={() => test.mutate()}
        className="mt-3"
      >
        {!test.isPending && <Send aria-hidden className="size-4.5" />}
        {t('send-test-mail')}
      </ActionButton>
    </>
  );
}

const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];

export function sizeText(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  const value = bytes / 1000 ** power;
  const text = power === 0 || value >= 100 ? numberText(Math.round(value)) : decimalText(value);
  return `${text} ${units[power]}`;
}

type TermListProps = { terms: readonly (readonly [label: string, value: string])[] };

function TermList({ terms }: TermListProps) {
  return (
    <dl className="mt-2 divide-y divide-line">
      {terms.map(([label, value]) => (
        <div key={label} className="grid gap-x-6 gap-y-0.5 py-2.5 sm:grid-cols-[10rem_1fr]">
          <dt className="text-sm leading-6 wrap-anywhere text-muted">{label}</dt>
          <dd className="min-w-0 font-semibold wrap-anywhere">
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
