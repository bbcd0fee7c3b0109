import type { AuditEntry } from '@keydesk/shared/audit/audit.routes';
import { LockKeyhole, LockKeyholeOpen } from 'lucide-react';
import { momentText } from '../../lib/date-text.ts';
import { actionText, detailsOf } from './event-text.ts';

/** One event: when, what, who to whom with which key, and what else is known. */
export const AuditRow = ({ event }: { event: AuditEntry }) => {
  const details = detailsOf(event);
  const toOther = event.subject && event.subject.id !== event.actor?.id;
  const Lock = event.sealed ? LockKeyhole : LockKeyholeOpen;
  const sealText = event.sealed ? 'Sealed in the chain' : 'Not sealed yet';
  return (
    <div className="grid gap-x-4 gap-y-1 px-4 py-3 md:grid-cols-[11rem_10rem_minmax(0,1fr)_1.5rem] md:px-5">
      <p className="text-sm leading-6 text-muted tabular-nums">{momentText(event.at)}</p>
      <p className="font-semibold">{actionText(event.action)}</p>
      <div className="min-w-0">
        <p className="wrap-anywhere">
          {event.actor?.name ?? 'Nobody signed in'}
          {toOther && <span className="text-muted"> · {event.subject?.name}</span>}
          {event.key && <span className="key-number"> · {event.key.keyNumber}</span>}
        </p>
        {details.length > 0 && (
          <p className="text-sm wrap-anywhere text-muted">{details.join(' · ')}</p>
        )}
      </div>
      <p title={sealText} className="text-muted max-md:hidden">
        <Lock aria-hidden className="mt-1 size-4" />
        <span className="sr-only">{sealText}</span>
      </p>
    </div>
  );
};
