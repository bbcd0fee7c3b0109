import type { Grant } from '@keydesk/shared/access/grants';
import type { AccessRequest } from '@keydesk/shared/access/requests';
import type { Key } from '@keydesk/shared/keys/key';
import { t } from '@keydesk/shared/texts/en/access';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Hourglass } from 'lucide-react';
import { useState } from 'react';
import { untilText } from '../../lib/due.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { lazyDialog } from '../../ui/lazy-component.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useMayRequestKeys, useOwnGrant, useOwnRequest } from './own-access.tsx';
import { verdictQuery } from './request-queries.ts';
import { WithdrawButton } from './request-row.tsx';

const RequestAccessDialog = lazyDialog(
  () => import('./request-access-dialog.tsx'),
  'RequestAccessDialog',
);

export function KeyRequest({ item: { _id: keyId, keyNumber } }: { item: Key }) {
  const mayRequest = useMayRequestKeys();
  const { data } = useQuery({ ...verdictQuery(keyId), enabled: mayRequest });
  const request = useOwnRequest(keyId);
  const grant = useOwnGrant(keyId);
  const [open, setOpen] = useState(false);
  const isConcerned = data?.verdict.next === 'request' || request?.state === 'open';
  if (!mayRequest || (!isConcerned && !grant?.requestId)) return null;
  return (
    <div>
      {request?.state === 'open' ? (
        <AskedFor request={request} />
      ) : grant ? (
        <Approved grant={grant} />
      ) : (
        <div className="flex flex-col items-start gap-3">
          {request?.state === 'denied' && <Denied request={request} />}
          <ActionButton
            aria-label={t('request-access-of', { keyNumber })}
            onClick={() => setOpen(true)}
          >
            {t('request-access')}
          </ActionButton>
        </div>
      )}
      <RequestAccessDialog
        keyId={keyId}
        keyNumber={keyNumber}
        open={open}
        onClose={() => setOpen(false)}
      />
    </div>
  );
}

function AskedFor({ request }: { request: AccessRequest }) {
  const until = untilText(request.wantedUntil);
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Notice tone="info" icon={<Hourglass aria-hidden />} className="flex-1 basis-56">
        {t('you-have-asked', { name: request.approverName ?? t('the-admins'), until })}
      </Notice>
      <WithdrawButton request={request} />
    </div>
  );
}

function Approved({ grant: { givenBy } }: { grant: Grant }) {
  return (
    <Notice tone="success" icon={<CircleCheck aria-hidden />}>
      {t('was-approved-by', { name: givenBy.name })}
    </Notice>
  );
}

function Denied({ request: { decidedBy, note } }: { request: AccessRequest }) {
  return (
    <p className="text-sm text-muted wrap-anywhere">
      {t(note ? 'last-denied-because' : 'last-denied', {
        name: decidedBy?.name ?? '',
        note: note ?? '',
      })}
    </p>
  );
}
