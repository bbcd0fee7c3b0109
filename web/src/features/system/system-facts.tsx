import type { System } from '@keydesk/shared/system/routes';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, RefreshCw, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { api, call } from '../../lib/api.ts';
import { formatDateTime } from '../../lib/format.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Card, PageHeader } from '../../ui/page.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { backupState, sizeText } from './backup-state.ts';
import { FactList } from './fact-list.tsx';
import { MailState } from './mail-state.tsx';

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
const systemQuery = queryOptions({
  queryKey: ['system'],
  queryFn: async ({ signal }) => (await call(api.system, { signal })).data,
});
