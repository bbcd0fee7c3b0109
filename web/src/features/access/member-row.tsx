import type { GroupMember } from '@keydesk/shared/access/group-routes';
import { CalendarX } from 'lucide-react';
import { useNow } from '../../lib/clock.ts';
import { useCampusTimezone } from '../../lib/config.ts';
import { formatDateTime } from '../../lib/format.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { PersonLink } from '../../ui/record-link.tsx';

type MemberRowProps = { member: GroupMember; onEdit: () => void; onEnd: () => void };

/** A member of a group, and until when; one whose time is over is said to be expired. */
export function MemberRow({ member, onEdit, onEnd }: MemberRowProps) {
  const { user, validUntil } = member;
  const [now, timezone] = [useNow(), useCampusTimezone()];
  const expired = validUntil !== null && Date.parse(validUntil) <= now;
  return (
    <li className="flex flex-wrap items-center gap-x-3 py-2">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-medium wrap-anywhere">
          <PersonLink id={user.id}>{user.name}</PersonLink>
        </p>
        {validUntil === null ? (
          <p className="text-sm text-muted">Without an end</p>
        ) : expired ? (
          <p className="flex items-start gap-1.5 text-sm font-medium text-out">
            <CalendarX aria-hidden className="mt-0.5 size-4 shrink-0" />
            Expired {formatDateTime(validUntil, timezone)}
          </p>
        ) : (
          <p className="text-sm text-muted">Until {formatDateTime(validUntil, timezone)}</p>
        )}
      </div>
      <div className="ml-auto flex flex-wrap">
        <ActionButton
          variant="quiet"
          size="small"
          aria-label={`Change end of ${user.name}`}
          onClick={onEdit}
        >
          {expired ? 'Renew' : 'Change end'}
        </ActionButton>
        <ActionButton variant="quiet" size="small" aria-label={`End ${user.name}`} onClick={onEnd}>
          End
        </ActionButton>
      </div>
    </li>
  );
}
