import type { System } from '@keydesk/shared/administration/installation';
import { type Campus, offered } from '@keydesk/shared/campus/campus';
import { plural } from '@keydesk/shared/core/text';
import type { AdminDashboard } from '@keydesk/shared/insight/dashboard';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Circle, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useCampus } from '../../lib/campus.ts';
import { setupHidden } from '../../lib/storage.ts';
import { Button } from '../../ui/button.tsx';
import { TitledCard } from '../../ui/page.tsx';
import { systemQuery } from '../administration/system-page.tsx';
import { openingQuery } from '../due/queries.ts';

type Stats = AdminDashboard['stats'];

/** What a new campus still needs, until somebody hides it in this browser. */
export function SetupCard({ stats }: { stats: Stats }) {
  const [hidden, setHidden] = useState(() => setupHidden.read() !== null);
  if (hidden) return null;
  return (
    <Steps
      stats={stats}
      onHide={() => {
        setupHidden.write('1');
        setHidden(true);
      }}
    />
  );
}

function Steps({ stats, onHide }: { stats: Stats; onHide: () => void }) {
  const campus = useCampus();
  const opening = useQuery(openingQuery).data;
  const system = useQuery(systemQuery).data;
  const steps = [
    campus && listsStep(campus),
    campus && desksStep(campus),
    opening && hoursStep(opening.hours.length, opening.reminderTime),
    countStep('Keys', stats.totalKeys, 'key', '/dashboard/admin/keys', 'Add or import keys'),
    peopleStep(countOf(stats, 'faculty')),
    guardsStep(countOf(stats, 'security')),
    system && mailStep(system.mail),
    system && backupStep(system.backup),
  ].filter((step) => step !== null && step !== undefined);
  return (
    <TitledCard
      large
      title="Set up your campus"
      text="What is there, and what is still missing. Each line leads to its place."
      action={
        <Button variant="quiet" size="small" onClick={onHide}>
          Hide
        </Button>
      }
      className="mb-4"
    >
      <ol className="mt-3 divide-y divide-line">
        {steps.map((step) => (
          <li key={step.name}>
            <StepLink {...step} />
          </li>
        ))}
      </ol>
    </TitledCard>
  );
}

type Step = {
  name: string;
  done: boolean;
  text: string;
  to: string;
  search?: { tab: string };
};

function StepLink({ name, done, text, to, search = undefined }: Step) {
  const Icon = done ? CircleCheck : Circle;
  return (
    <Link
      to={to}
      {...(search && { search })}
      className="flex min-h-12 items-center gap-3 py-2 hover:text-accent"
    >
      <Icon
        aria-hidden
        className={done ? 'size-5 shrink-0 text-available' : 'size-5 shrink-0 text-muted'}
      />
      <span className="min-w-0 flex-1 wrap-anywhere">
        <span className="font-medium">{name}</span>
        <span className="sr-only">{done ? ', done' : ', to do'}</span>
        <span className="block text-sm text-muted">{text}</span>
      </span>
    </Link>
  );
}

function countOf({ usersByRole }: Stats, role: 'faculty' | 'security'): number {
  return usersByRole[role] ?? 0;
}

const campusPage = '/dashboard/admin/campus';
const usersPage = '/dashboard/admin/users';

function listsStep(campus: Campus): Step {
  const [departments, blocks, categories] = [
    offered(campus.departments).length,
    offered(campus.blocks).length,
    offered(campus.categories).length,
  ];
  return {
    name: 'Lists',
    done: departments > 0 && blocks > 0 && categories > 0,
    text: `${plural(departments, 'department')}, ${plural(blocks, 'block')}, ${plural(categories, 'category', 'categories')}`,
    to: campusPage,
  };
}

function desksStep({ desks }: Campus): Step {
  const count = desks.filter(({ retired }) => !retired).length;
  const text = count > 0 ? plural(count, 'desk') : 'None: needed where keys hang at several places';
  return { name: 'Desks', done: count > 0, text, to: campusPage, search: { tab: 'desks' } };
}

function hoursStep(days: number, reminderTime: string): Step {
  const text =
    days > 0
      ? `${plural(days, 'day')} of the week`
      : `Not set: every day closes at ${reminderTime}`;
  return {
    name: 'Opening hours',
    done: days > 0,
    text,
    to: campusPage,
    search: { tab: 'opening' },
  };
}

function countStep(name: string, count: number, one: string, to: string, missing: string): Step {
  return { name, done: count > 0, text: count > 0 ? plural(count, one) : missing, to };
}

function peopleStep(count: number): Step {
  const text =
    count > 0 ? `${count} faculty` : 'Import the list of the college, or let people register';
  return { name: 'People', done: count > 0, text, to: usersPage };
}

function guardsStep(count: number): Step {
  return countStep('Guards', count, 'guard', usersPage, 'Add people with the role Security');
}

function mailStep({ to, place }: System['mail']): Step {
  const text =
    to === 'nowhere'
      ? 'Not sent: the settings SMTP_URL and MAIL_FROM are missing'
      : `Goes to ${place ?? 'a folder'}`;
  return { name: 'Mail', done: to !== 'nowhere', text, to: '/dashboard/admin/system' };
}

function backupStep({ keep, last }: System['backup']): Step {
  const text = keep === null ? 'None: the setting BACKUP_DIR is missing' : `${keep} are kept`;
  return {
    name: 'Backup',
    done: keep !== null && last !== null,
    text: keep !== null && last === null ? `${text}, none was made yet` : text,
    to: '/dashboard/admin/system',
  };
}
