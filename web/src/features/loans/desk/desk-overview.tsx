import { isOverdue, localDay } from '@keydesk/shared/due/calendar';
import { type Key, standingOf } from '@keydesk/shared/keys/key';
import type { CodeIssued } from '@keydesk/shared/loans/qr-payload';
import { t } from '@keydesk/shared/texts/en/desk';
import { t as keyText } from '@keydesk/shared/texts/en/keys';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { storageLocationText, useDesks } from '../../../lib/campus.ts';
import { useNow } from '../../../lib/clock.ts';
import { useCampusTimezone } from '../../../lib/config.ts';
import { untilText } from '../../../lib/due.ts';
import { useConnection } from '../../../lib/live/connection.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Dotted } from '../../../ui/dotted.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { KeyNumber } from '../../../ui/record-link.tsx';
import { KeyDetailsLink } from '../../keys/key-parts.tsx';

type DeskOverviewProps = {
  keys: readonly Key[] | undefined;
  /** Every key: people may wait here for a key of another desk. */
  all: readonly Key[] | undefined;
  /** The codes that people are about to show; null while unknown. */
  waiting: readonly CodeIssued[] | null;
};

const maxListed = 4;

const unavailableTab = '/dashboard/security/unavailable';

export function DeskOverview({ keys, all, ...props }: DeskOverviewProps) {
  const offline = useConnection() === 'offline';
  const waiting = offline ? null : props.waiting;
  // Missing figures are loading, unless the server is unreachable.
  const missing = offline ? null : undefined;
  const figures = useDeskFigures(keys);
  const desks = useDesks();
  const disputed = all?.filter((key) => key.disputed) ?? [];
  return (
    <section aria-label={t('now')} className="card overflow-hidden">
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,5.25rem),1fr))] gap-px bg-line">
        <Figure label={t('out')} value={figures?.out ?? missing} leadsTo={unavailableTab} />
        <Figure
          label={keyText('overdue-keys')}
          value={figures?.overdue ?? missing}
          leadsTo={unavailableTab}
          show="overdue"
        />
        <Figure
          label={t('due-today')}
          value={figures?.dueToday ?? missing}
          leadsTo={unavailableTab}
          show="today"
        />
        <Figure label={t('waiting')} value={waiting?.length ?? null} />
      </ul>
      {disputed.length > 0 && (
        <Rows title={t('disputed-title')} label={t('disputed-keys')}>
          {disputed.map((key) => (
            <Row
              key={key._id}
              head={<KeyDetailsLink item={key} stretched />}
              name={key.takenBy?.disputed ? t('recorded-with', key.takenBy) : t('earlier-hand-out')}
              place={storageLocationText(key, desks)}
              end={key.takenAt && t('out-since', { since: untilText(key.takenAt) })}
            />
          ))}
        </Rows>
      )}
      {waiting !== null && waiting.length > 0 && (
        <Rows title={t('waiting-with-code')} label={t('waiting')}>
          {waiting.slice(0, maxListed).map((code) => (
            <Row
              key={`${code.userId} ${code.keyIds[0]}`}
              head={<KeyNumber number={numberOf(code, all)} />}
              name={code.personName}
              place={storageLocationText(keyOf(code, all) ?? {}, desks)}
              end={t(code.type === 'key-request' ? 'takes-it' : 'brings-it-back')}
            />
          ))}
        </Rows>
      )}
    </section>
  );
}

function useDeskFigures(keys: readonly Key[] | undefined): DeskFigures | undefined {
  const timezone = useCampusTimezone();
  // A key may become overdue without any event.
  const now = useNow();
  return useMemo(() => keys && deskFigures(keys, timezone, new Date(now)), [keys, timezone, now]);
}

function numberOf({ keyIds }: CodeIssued, keys: readonly Key[] | undefined): string {
  return keyOf({ keyIds }, keys)?.keyNumber ?? keyText('count', { count: keyIds.length });
}

function keyOf({ keyIds }: Pick<CodeIssued, 'keyIds'>, keys: readonly Key[] | undefined) {
  return keyIds.length === 1 ? keys?.find(({ _id }) => _id === keyIds[0]) : undefined;
}

/** A figure; with `leadsTo` it opens the list that it counts. */
function Figure({ label, value, leadsTo, show }: FigureProps) {
  const alarms = show === 'overdue' && Number(value) > 0;
  const content = (
    <>
      <span className={classNames('block key-number text-2xl/8', alarms && 'text-overdue')}>
        {value === null ? <Unknown /> : (value ?? <Skeleton className="mx-auto h-8 w-10" />)}
      </span>{' '}
      <span
        className={classNames(
          'wrap-break-word mt-1 block text-xs hyphens-auto',
          alarms ? 'text-overdue' : 'text-muted',
        )}
      >
        {label}
      </span>
    </>
  );
  const className = 'block h-full px-2 py-3 text-center';
  return (
    <li className="bg-surface">
      {leadsTo ? (
        <Link
          to={leadsTo as '/'}
          {...(show && { search: { show } as object })}
          className={`${className} hover:bg-sunken/60 focus-visible:-outline-offset-2`}
        >
          {content}
        </Link>
      ) : (
        <p className={className}>{content}</p>
      )}
    </li>
  );
}

function Unknown() {
  return (
    <>
      <span aria-hidden>–</span>
      <span className="sr-only">{t('not-known')}</span>
    </>
  );
}

function Rows({ title, label, children }: RowsProps) {
  return (
    <div className="border-t border-line px-4 pt-3 pb-2 sm:px-5">
      <h2 className="text-sm font-semibold text-muted">{title}</h2>
      <ul aria-label={label} className="mt-1 divide-y divide-line">
        {children}
      </ul>
    </div>
  );
}

function Row({ head, name, place, end }: RowProps) {
  return (
    <li className="relative flex flex-wrap items-baseline gap-x-4 py-2.5">
      <span className="min-w-28 text-xl wrap-anywhere">{head}</span>
      <span className="min-w-0 flex-1 basis-40 wrap-anywhere">
        <Dotted>
          <span>{name}</span>
          {end && <span className="text-sm text-muted tabular-nums">{end}</span>}
        </Dotted>
        {place && (
          <span className="block font-semibold">
            <Dotted>{place}</Dotted>
          </span>
        )}
      </span>
    </li>
  );
}

type FigureProps = {
  label: string;
  value: number | null | undefined;
  leadsTo?: string;
  show?: 'overdue' | 'today';
};

type RowsProps = { title: string; label: string; children: ReactNode };

type RowProps = { head: ReactNode; name: string; place: string; end: ReactNode };

type DeskFigures = {
  out: number;
  overdue: number;
  dueToday: number;
};

export function deskFigures(keys: readonly Key[], timezone: string, now: Date): DeskFigures {
  const out = keys.filter((key) => standingOf(key) === 'out');
  const overdue = out.filter((key) => isOverdue(key, now.getTime()));
  return {
    out: out.length,
    overdue: overdue.length,
    dueToday: dueToday(out, timezone, now).length,
  };
}

/** The keys that are due later on the same campus day. */
export function dueToday(keys: readonly Key[], timezone: string, now: Date): readonly Key[] {
  const today = localDay(now, { timezone });
  return keys.filter((key) => {
    const moment = key.dueAt === null ? null : new Date(key.dueAt);
    if (moment === null || moment <= now || isOverdue(key, now.getTime())) return false;
    return localDay(moment, { timezone }) === today;
  });
}
