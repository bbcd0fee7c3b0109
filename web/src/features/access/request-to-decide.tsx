import type { AccessRequest } from '@keydesk/shared/access/request-routes';
import { useState } from 'react';
import { serverNow } from '../../lib/clock.ts';
import { useCampusTimezone } from '../../lib/config.ts';
import { untilText } from '../../lib/due.ts';
import { formatDateTime } from '../../lib/format.ts';
import { useHasOpened } from '../../lib/hooks.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { KeyNumber } from '../../ui/key-number.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { PersonLink } from '../../ui/record-link.tsx';
import { useDecide } from './request-queries.ts';

const ApproveUntilDialog = lazyComponent(() =>
  import('./approve-until-dialog.tsx').then((module) => module.ApproveUntilDialog),
);

/** An open request, which one tap approves or denies. */
export function RequestToDecide({ request }: { request: AccessRequest }) {
  const timezone = useCampusTimezone();
  const [choosing, setChoosing] = useState(false);
  const opened = useHasOpened(choosing);
  const decide = useDecide();
  const { id, key, user, purpose, wantedUntil, createdAt, approverName } = request;
  const about = `${user.name}, ${key.keyNumber}`;
  return (
    <li className="card p-5">
      <p className="text-lg/snug wrap-anywhere">
        <span className="font-semibold">
          <PersonLink id={user.id}>{user.name}</PersonLink>
        </span>{' '}
        asks for <KeyNumber number={key.keyNumber} linkTo={key.id} className="text-xl" /> until{' '}
        {untilText(wantedUntil, serverNow(), timezone)}
      </p>
      <p className="mt-1 wrap-anywhere">“{purpose}”</p>
      <p className="mt-1 text-sm text-muted wrap-anywhere">
        <Facts>
          {key.keyName}
          {`asked ${formatDateTime(createdAt, timezone)}`}
          {`with ${approverName ?? 'the admins'}`}
        </Facts>
      </p>
      <div className="mt-4 flex flex-wrap gap-2.5">
        <ActionButton
          busy={decide.isPending && decide.variables.decision === 'approve'}
          disabled={decide.isPending}
          aria-label={`Approve: ${about}`}
          onClick={() => decide.mutate({ id, decision: 'approve' })}
        >
          Approve
        </ActionButton>
        <ActionButton
          variant="secondary"
          busy={decide.isPending && decide.variables.decision === 'deny'}
          disabled={decide.isPending}
          aria-label={`Deny: ${about}`}
          onClick={() => decide.mutate({ id, decision: 'deny' })}
        >
          Deny
        </ActionButton>
        <ActionButton
          variant="quiet"
          aria-label={`Approve until…: ${about}`}
          onClick={() => setChoosing(true)}
        >
          Approve until…
        </ActionButton>
      </div>
      {opened && (
        <ApproveUntilDialog request={request} open={choosing} onClose={() => setChoosing(false)} />
      )}
    </li>
  );
}
