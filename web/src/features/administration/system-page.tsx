import type { System } from '@keydesk/shared/administration/installation';
import { hourMs } from '@keydesk/shared/core/dates';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, RefreshCw, Send, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { api, call, getErrorMessage } from '../../lib/api.ts';
import { formatDateTime } from '../../lib/format.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Card, PageHeader } from '../../ui/page.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { useChange } from '../../ui/use-change.ts';

/** The System page: backup, versions, database, processes. */
export function SystemFacts() {
  const system = useQuery(systemQuery);
  return (
    <>
      <PageHeader
        title="System"
        text="What runs here, and whether it is safe."
        action={
          <ActionButton
            variant="secondary"
            busy={system.isFetching}
            onClick={() => void system.refetch()}
          >
            {!system.isFetching && <RefreshCw aria-hidden className="size-4.5" />}
            Refresh
          </ActionButton>
        }
      />
      <QueryState
        query={system}
        loading="Loading system..."
        failure="Failed to fetch the system page"
        frame="card mb-4"
        always
      />
      {system.data && <Facts system={system.data} />}
    </>
  );
}

function Facts({ system }: { system: System }) {
  const { database, backup, mail, push, processes } = system;
  const [version = '', commit = 'Not known: built outside a repository'] =
    system.version.split('+');
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      {system.messagesHeld && <HeldNotice {...system.messagesHeld} />}
      <Section title="Backup" wide>
        <BackupNotice backup={backup} />
        {backup.last && (
          <FactList
            facts={[
              ['Last backup', formatDateTime(backup.last.at)],
              ['File', backup.last.file],
              ['Size', sizeText(backup.last.bytes)],
            ]}
          />
        )}
      </Section>
      <Section title="Program">
        <FactList
          facts={[
            ['Version', version],
            ['Commit', commit],
            ['Environment', system.environment],
            ['Time zone', system.timezone],
          ]}
        />
      </Section>
      <Section title="Database">
        <FactList
          facts={[
            ['PostgreSQL', database.version],
            ['Where', database.embedded ? 'Keydesk’s own, in DATA_DIR' : 'At DATABASE_URL'],
            ['Size', sizeText(database.bytes)],
            ['Schema', String(system.schema)],
          ]}
        />
      </Section>
      <Section title="Processes">
        <p className="mt-1 text-sm text-muted">Connected to this database now.</p>
        <FactList
          facts={processes.map(({ name, version, since }) => [
            name,
            `Version ${version}, since ${formatDateTime(since)}`,
          ])}
        />
      </Section>
      <Section title="Mail">
        <MailState mail={mail} />
      </Section>
      <Section title="Notifications on devices">
        <FactList
          facts={[
            ['People', String(push.people)],
            ['Browsers', String(push.browsers)],
          ]}
        />
      </Section>
    </div>
  );
}

/** A restored copy writes to nobody until whoever runs it says so. */
function HeldNotice({ since, backupOf }: NonNullable<System['messagesHeld']>) {
  return (
    <Notice tone="warning" icon={<TriangleAlert aria-hidden />} className="lg:col-span-2">
      {backupOf
        ? `This was restored from the backup of ${formatDateTime(backupOf)}.`
        : `Messages are held since ${formatDateTime(since)}.`}{' '}
      Mails, pushes and reminders wait, so that nobody hears twice what the original tells. Once
      this is the Keydesk that people use, whoever runs the server lets them go with{' '}
      <code>npm run admin -- send-messages</code>.
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

/** The installation: versions, database, last backup, processes. */
export const systemQuery = queryOptions({
  queryKey: ['system'],
  queryFn: async ({ signal }) => (await call(api.system, { signal })).data,
});

/** Whether mail leaves this installation, what waits, and a button to try it. */
function MailState({ mail }: { mail: System['mail'] }) {
  const test = useChange(() => call(api.sendTestMail), {
    failure: getErrorMessage,
    refetch: (client) => client.invalidateQueries(systemQuery),
  });
  const { lastError } = mail;
  if (mail.to === 'nowhere')
    return (
      <Notice tone="info" className="mt-3">
        No mail is sent. Set SMTP_URL and MAIL_FROM to send reminders and alerts by mail as well.
      </Notice>
    );
  return (
    <>
      {lastError && (
        <Notice tone="warning" className="mt-3">
          Not sent ({formatDateTime(lastError.at)}): {lastError.reason}
        </Notice>
      )}
      <FactList
        facts={[
          [mail.to === 'server' ? 'Mail server' : 'Written to', mail.place ?? ''],
          ['Waiting', String(mail.waiting)],
          ['Sent today', String(mail.sentToday)],
          ['Given up', String(mail.failed)],
        ]}
      />
      <ActionButton
        variant="secondary"
        busy={test.isPending}
        onClick={() => test.mutate()}
        className="mt-3"
      >
        {!test.isPending && <Send aria-hidden className="size-4.5" />}
        Send a test mail
      </ActionButton>
    </>
  );
}

type BackupState = { tone: 'success' | 'warning' | 'error'; text: string };

/** A day, and two hours for writing a large database. */
const maxBackupAgeMs = 26 * hourMs;

/** The state of the backups as a notice. */
export function backupState({ keep, last, failure }: System['backup'], now: Date): BackupState {
  if (failure)
    return {
      tone: 'error',
      text: `The backup of ${formatDateTime(failure.at)} failed: ${failure.reason}. It is tried again every 15 minutes.`,
    };
  if (keep === null)
    return {
      tone: 'warning',
      text: 'No backup is scheduled in this process, so a failed disk could lose everything. Whoever runs the server turns nightly backups on: they name a folder for them in the server’s settings, as BACKUP_DIR, and restart Keydesk.',
    };
  if (!last) return { tone: 'warning', text: 'No backup has been made yet.' };
  if (now.getTime() - new Date(last.at).getTime() > maxBackupAgeMs)
    return { tone: 'warning', text: 'The last backup is older than a day.' };
  return {
    tone: 'success',
    text:
      keep === 1
        ? 'Made each night; the newest is kept.'
        : `Made each night; the newest ${keep} are kept.`,
  };
}

const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** A number of bytes, human-readable. */
export function sizeText(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  const value = bytes / 1000 ** power;
  return `${power === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[power]}`;
}

type FactListProps = { facts: readonly (readonly [label: string, value: string])[] };

/** Facts of the installation, each with its name. */
function FactList({ facts }: FactListProps) {
  return (
    <dl className="mt-2 divide-y divide-line">
      {facts.map(([label, value]) => (
        <div key={label} className="grid gap-x-6 gap-y-0.5 py-2.5 sm:grid-cols-[10rem_1fr]">
          <dt className="text-sm leading-6 wrap-anywhere text-muted">{label}</dt>
          <dd className="min-w-0 font-medium wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
