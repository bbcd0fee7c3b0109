import { type DeskComputer, isAttended } from '@keydesk/shared/duty/duty';
import type { Key } from '@keydesk/shared/keys/key';
import { t as deskText } from '@keydesk/shared/texts/en/desk';
import { t } from '@keydesk/shared/texts/en/desk-bar';
import { t as dutyText } from '@keydesk/shared/texts/en/duty';
import { t as shiftText } from '@keydesk/shared/texts/en/shifts';
import { useMutation } from '@tanstack/react-query';
import {
  ChevronDown,
  ClipboardList,
  FilePen,
  ListChecks,
  Lock,
  LogOut,
  Moon,
  NotebookPen,
  Printer,
} from 'lucide-react';
import { useState } from 'react';
import { getErrorMessage } from '../../lib/api.ts';
import { chooseDesk, type Desks, useCampus } from '../../lib/campus.ts';
import { formatTime } from '../../lib/format.ts';
import { useConnection } from '../../lib/live/connection.ts';
import { useUser } from '../../lib/session.ts';
import { lazyComponent, lazyDialog } from '../../ui/lazy-component.tsx';
import { EntriesMenu, type MenuGroup } from '../../ui/menu.tsx';
import { showError } from '../../ui/toast/show-toast.ts';
import { downloadNightList, useOpenOutageSheet } from '../loans/desk/outage-sheet.tsx';

type DeskMenuProps = {
  at: DeskComputer | null;
  /** Null for a campus with one desk, and for a computer that does not learn of hooks. */
  desks: Desks | null;
  everywhere: boolean;
  onEverywhere: (everywhere: boolean) => void;
  keys: readonly Key[] | undefined;
  onLock: () => void;
  onEnd: () => Promise<void>;
};

type Opened = 'note' | 'end' | 'paper' | 'log';

/** Names the desk and its guard, and opens everything that is not a handover. */
export function DeskMenu(props: DeskMenuProps) {
  const { at, desks, everywhere, keys, onEnd } = props;
  const [opened, setOpened] = useState<Opened | null>(null);
  const userId = useUser()?.id;
  const close = () => setOpened(null);
  const duty = at?.duty && !at.duty.locked ? at.duty : null;
  const name = useDeskName(at, desks, everywhere);
  const groups = useGroups(props, setOpened);
  return (
    <section
      aria-label={t('this-desk')}
      className="-mx-4 -mt-5 mb-4 sm:-mx-6 lg:-mx-8 lg:-mt-7 tabs-above:m-0 tabs-above:max-w-80 print:mx-0 print:mt-0"
    >
      <EntriesMenu
        className="flex min-h-11 w-full items-center gap-3 border-b border-line bg-surface px-4 text-start text-sm font-semibold sm:px-6 lg:px-8 tabs-above:rounded-control tabs-above:border tabs-above:px-4 print:border-0 print:px-0"
        heading={
          <>
            <p className="font-semibold wrap-anywhere">{name}</p>
            {duty && (
              <p className="text-sm text-muted wrap-anywhere">
                {t('on-duty-since', {
                  name: duty.guard.name,
                  time: formatTime(Date.parse(duty.begunAt)),
                })}
              </p>
            )}
          </>
        }
        groups={groups}
      >
        <span className="min-w-0 flex-1 wrap-anywhere">
          <bdi>{name}</bdi>
          {duty && (
            <span className="font-normal text-muted">
              {' · '}
              <bdi>{duty.guard.name}</bdi>
            </span>
          )}
        </span>
        <ChevronDown aria-hidden className="size-5 shrink-0 text-accent print:hidden" />
      </EntriesMenu>
      {duty && (opened === 'note' || opened === 'end') && (
        <ShiftForm ends={opened === 'end'} duty={duty} onEnd={onEnd} onClose={close} />
      )}
      {(!at || isAttended(at)) && (
        <PaperDialog key={userId} open={opened === 'paper'} onClose={close} keys={keys} />
      )}
      {opened === 'log' && <ShiftList onClose={close} />}
    </section>
  );
}

const ShiftForm = lazyComponent(() => import('./shift-handover.tsx'), 'ShiftForm');
const PaperDialog = lazyDialog(() => import('../loans/desk/paper-dialog.tsx'), 'PaperDialog');
const ShiftList = lazyComponent(() => import('../loans/desk/shift-list.tsx'), 'ShiftList');

function useDeskName(at: DeskComputer | null, desks: Desks | null, everywhere: boolean): string {
  const [only] = useCampus()?.desks.filter(({ retired }) => !retired) ?? [];
  if (desks && everywhere) return t('all-desks');
  if (desks) return desks.here?.name ?? t('where-is-it');
  return at?.desk.name ?? only?.name ?? t('desk');
}

function useGroups(
  { at, desks, everywhere, onEverywhere, onLock }: DeskMenuProps,
  open: (opened: Opened) => void,
): readonly MenuGroup[] {
  const offline = useConnection() === 'offline';
  const attended = !at || isAttended(at);
  const desk = everywhere ? 'all' : (desks?.here?.id ?? 'all');
  const openSheet = useOpenOutageSheet(desk);
  const reading = useMutation({
    mutationFn: (read: () => Promise<void>) => read(),
    onError: (cause) => showError(getErrorMessage(cause)),
  });
  const disabled = offline || reading.isPending;
  const onDuty = at?.duty != null && attended;
  const print = (read: () => Promise<void>) => () => reading.mutate(read);
  return [
    desks ? deskChoices(desks, { everywhere, onEverywhere, isEnrolled: at !== null }) : [],
    [
      { label: deskText('count-keys'), icon: <ListChecks aria-hidden />, to: '/dashboard/count' },
      onDuty && {
        label: shiftText('shift-note'),
        icon: <NotebookPen aria-hidden />,
        disabled,
        onSelect: () => open('note'),
      },
      attended && {
        label: deskText('enter-from-paper'),
        icon: <FilePen aria-hidden />,
        onSelect: () => open('paper'),
      },
    ],
    [
      {
        label: deskText('shift-list'),
        icon: <ClipboardList aria-hidden />,
        onSelect: () => open('log'),
      },
      attended && {
        label: deskText('night-list'),
        icon: <Moon aria-hidden />,
        disabled,
        onSelect: print(() => downloadNightList(desk)),
      },
      {
        label: deskText('outage-sheet'),
        icon: <Printer aria-hidden />,
        disabled,
        onSelect: print(openSheet),
      },
    ],
    [
      onDuty && {
        label: dutyText('lock'),
        icon: <Lock aria-hidden />,
        disabled: offline,
        onSelect: onLock,
      },
      onDuty && {
        label: shiftText('end-duty'),
        icon: <LogOut aria-hidden />,
        disabled: offline,
        onSelect: () => open('end'),
      },
    ],
  ];
}

type DeskChoice = {
  everywhere: boolean;
  onEverywhere: (everywhere: boolean) => void;
  isEnrolled: boolean;
};

/** Which desk an unenrolled computer is at, and whether the lists show its keys or all. */
function deskChoices(
  { active, here }: Desks,
  { everywhere, onEverywhere, isEnrolled }: DeskChoice,
): MenuGroup {
  const ofDesk = {
    label: t('this-computer-stands-at'),
    value: here?.id ?? '',
    onChange: chooseDesk,
    options: [
      ...active.map(({ id, name }) => ({ value: id, label: name })),
      ...(here ? [{ value: '', label: t('no-desk') }] : []),
    ],
  };
  const ofKeys = {
    label: t('keys-of'),
    value: everywhere ? 'all' : 'here',
    onChange: (value: string) => onEverywhere(value === 'all'),
    options: [
      { value: 'here', label: t('here') },
      { value: 'all', label: t('all-desks') },
    ],
  };
  return [here && ofKeys, !isEnrolled && ofDesk];
}
