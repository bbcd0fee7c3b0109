import type { System } from '@keydesk/shared/administration/installation';
import { type Campus, offered } from '@keydesk/shared/campus/campus';
import type { AdminDashboard } from '@keydesk/shared/insight/dashboard';
import { t } from '@keydesk/shared/texts/en/setup';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Circle, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useCampus } from '../../lib/campus.ts';
import { setupHidden } from '../../lib/storage.ts';
import { Button } from '../../ui/button.tsx';
import { TitledCard } from '../../ui/page.tsx';
import { systemQuery } from '../administration/backup-state.ts';
import { openingQuery } from '../due/queries.ts';

type Stats = AdminDashboard['stats'];

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
    keysStep(stats.totalKeys),
    peopleStep(countOf(stats, 'faculty')),
    guardsStep(countOf(stats, 'security')),
    system && mailStep(system.mail),
    system && backupStep(system.backup),
  ].filter((step) => step !== null && step !== undefined);
  return (
    <TitledCard
      large
      title={t('set-up-your-campus')}
      text={t('intro')}
      action={
        <Button variant="quiet" size="small" onClick={onHide}>
          {t('hide')}
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
};

function StepLink({ name, done, text, to }: Step) {
  const Icon = done ? CircleCheck : Circle;
  return (
    <Link to={to} className="flex min-h-12 items-center gap-3 py-2 hover:text-accent">
      <Icon
        aria-hidden
        className={done ? 'size-5 shrink-0 text-available' : 'size-5 shrink-0 text-muted'}
      />
      <span className="min-w-0 flex-1 wrap-anywhere">
        <span className="font-semibold">{name}</span>
        <span className="sr-only">, {t(done ? 'done' : 'to-do')}</span>
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
    name: t('lists'),
    done: departments > 0 && blocks > 0 && categories > 0,
    text: t('lists-so-far', { departments, blocks, categories }),
    to: `${campusPage}/lists`,
  };
}

function desksStep({ desks }: Campus): Step {
  const count = desks.filter(({ retired }) => !retired).length;
  const text = t('desks-so-far', { count });
  return { name: t('desks'), done: count > 0, text, to: `${campusPage}/desks` };
}

function hoursStep(days: number, reminderTime: string): Step {
  return {
    name: t('opening-hours'),
    done: days > 0,
    text: t('hours-so-far', { days, time: reminderTime }),
    to: `${campusPage}/opening`,
  };
}

function keysStep(count: number): Step {
  return {
    name: t('keys'),
    done: count > 0,
    text: t('keys-so-far', { count }),
    to: '/dashboard/admin/keys',
  };
}

function peopleStep(count: number): Step {
  const text = t('people-so-far', { count });
  return { name: t('people'), done: count > 0, text, to: usersPage };
}

function guardsStep(count: number): Step {
  const text = t('guards-so-far', { count });
  return { name: t('guards'), done: count > 0, text, to: usersPage };
}

function mailStep({ to, place }: System['mail']): Step {
  const text =
    to === 'nowhere'
      ? t('no-mail')
      : place === null
        ? t('mail-to-a-folder')
        : t('mail-to', { place });
  return { name: t('mail'), done: to !== 'nowhere', text, to: '/dashboard/admin/system' };
}

function backupStep({ keep, last }: System['backup']): Step {
  return {
    name: t('backup'),
    done: keep !== null && last !== null,
    text:
      keep === null
        ? t('no-backup')
        : t(last === null ? 'backups-to-keep' : 'backups-kept', { count: keep }),
    to: '/dashboard/admin/system',
  };
}
