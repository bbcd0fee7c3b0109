import type { AuditEntry } from '@keydesk/shared/core/audit';
import type { Mention } from '@keydesk/shared/core/fields';
import { dateText, daysAhead, nearDayText } from '@keydesk/shared/core/formats';
import { capitalized } from '@keydesk/shared/core/text';
import { t } from '@keydesk/shared/texts/en/audit';
import { LockKeyhole, LockKeyholeOpen } from 'lucide-react';
import { useCampus } from '../../../lib/campus.ts';
import { serverNow } from '../../../lib/clock.ts';
import { useCampusTimezone } from '../../../lib/config.ts';
import { formatDateTime, formatTime } from '../../../lib/format.ts';
import { Dotted } from '../../../ui/dotted.tsx';
import { KeyLink, KeyNumber, PersonLink } from '../../../ui/record-link.tsx';
import { actionLabel, eventDetails, splitAtIds } from './event-text.ts';

type AuditEventsProps = {
  events: readonly AuditEntry[];
  busy: boolean;
};

export function AuditEvents({ events, busy }: AuditEventsProps) {
  const [now, timezone] = [serverNow(), useCampusTimezone()];
  return (
    <ul aria-label={t('audit-events')} aria-busy={busy} className="card overflow-hidden">
      {events.map((event, index) => {
        const before = events[index - 1];
        const begins = !before || !isSameDay(before.at, event.at, timezone);
        return (
          <li key={event.id} className="border-line not-first:border-t">
            {begins && (
              <h2 className="border-b border-line bg-sunken px-4 py-2 text-sm font-semibold md:px-5">
                {dayLabel(event.at, now, timezone)}
              </h2>
            )}
            <AuditRow event={event} />
          </li>
        );
      })}
    </ul>
  );
}

function AuditRow({ event }: { event: AuditEntry }) {
  const { actor, subject, key } = event;
  const details = eventDetails(event);
  const Lock = event.sealed ? LockKeyhole : LockKeyholeOpen;
  const sealText = event.sealed ? t('sealed-in-the-chain') : t('not-sealed-yet');
  return (
    <div className="grid gap-x-4 gap-y-1 px-4 py-3 md:grid-cols-[6rem_11rem_minmax(0,1fr)_1.5rem] md:px-5">
      <p className="text-sm leading-6 text-muted tabular-nums">
        <time dateTime={event.at} title={formatDateTime(event.at)}>
          {formatTime(Date.parse(event.at))}
        </time>
      </p>
      <p className="font-semibold">{actionLabel(event.action)}</p>
      <div className="min-w-0">
        <p className="wrap-anywhere">
          <Dotted>
            {actor ? <PersonLink id={actor.id}>{actor.name}</PersonLink> : t('not-signed-in')}
            {subject && subject.id !== actor?.id && (
              <span className="text-muted">
                <PersonLink id={subject.id}>{subject.name}</PersonLink>
              </span>
            )}
            {key && <KeyNumber number={key.keyNumber} linkTo={key.id} />}
          </Dotted>
        </p>
        {details.length > 0 && (
          <p className="text-sm wrap-anywhere text-muted">
            <Dotted>
              {details.map((detail) => (
                <Detail key={detail} text={detail} mentioned={event.mentioned ?? []} />
              ))}
            </Dotted>
          </p>
        )}
      </div>
      <p title={sealText} className="text-muted max-md:hidden">
        <Lock aria-hidden className="mt-1 size-4" />
        <span className="sr-only">{sealText}</span>
      </p>
    </div>
  );
}

type DetailProps = { text: string; mentioned: readonly Mention[] };

/** Replaces the ids of people, keys and desks with their names. */
function Detail({ text, mentioned }: DetailProps) {
  const campus = useCampus();
  return splitAtIds(text).map((part, index) => {
    const desk = campus?.desks.find(({ id }) => id === part);
    if (desk) return desk.name;
    const mention = mentioned.find(({ id }) => id === part);
    if (!mention) return part;
    const Record = mention.kind === 'key' ? KeyLink : PersonLink;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
      <Record key={index} id={mention.id}>
        {mention.name}
      </Record>
    );
  });
}

export function isSameDay(one: string, other: string, timezone: string): boolean {
  return daysAhead(one, other, timezone) === 0;
}

/** `now` is in Unix milliseconds. */
export function dayLabel(instant: string, now: number, timezone: string): string {
  const ahead = daysAhead(instant, now, timezone);
  if (ahead === 0 || ahead === -1) return capitalized(nearDayText(instant, now, timezone));
  return dateText(instant, 'weekday-date', timezone);
}
