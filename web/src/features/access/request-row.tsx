import type { Grant } from '@keydesk/shared/access/grants';
import type { AccessRequest } from '@keydesk/shared/access/requests';
import { joinedText } from '@keydesk/shared/core/formats';
import { t } from '@keydesk/shared/texts/en/access';
import { t as punctuation } from '@keydesk/shared/texts/en/punctuation';
import { Ban, CircleCheck, CircleX, Hourglass, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { serverNow } from '../../lib/clock.ts';
import { untilText } from '../../lib/due.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { StatusPill, type StatusTone } from '../../ui/badge.tsx';
import type { ButtonSize } from '../../ui/button.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { KeyNumber } from '../../ui/record-link.tsx';
import { useDecide } from './request-queries.ts';

export function RequestRow({ request, asked }: { request: AccessRequest; asked: string }) {
  const { key, purpose, wantedUntil, state, note, decidedBy, approverName } = request;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <KeyNumber number={key.keyNumber} className="text-xl" />
          <RequestState state={state} />
        </p>
        <p className="wrap-anywhere">
          <Dotted>
            {purpose}
            {t('until-when', { when: untilText(wantedUntil) })}
          </Dotted>
        </p>
        <p className="text-sm text-muted wrap-anywhere">
          <Dotted>
            {state === 'open' && t('with-asked', { name: approverName ?? t('the-admins'), asked })}
            {state !== 'open' &&
              (decidedBy
                ? t('by-asked', { name: decidedBy.name, asked })
                : t('asked-at', { asked }))}
            {note && punctuation('quoted', { text: note })}
          </Dotted>
        </p>
      </div>
      {state === 'open' && <WithdrawButton request={request} size="small" />}
    </li>
  );
}

type WithdrawButtonProps = { request: AccessRequest; size?: ButtonSize };

export function WithdrawButton({ request: { id, key }, size = 'medium' }: WithdrawButtonProps) {
  const decide = useDecide();
  return (
    <ActionButton
      variant="secondary"
      size={size}
      aria-label={t('withdraw-of', { keyNumber: key.keyNumber })}
      busy={decide.isPending}
      onClick={() => decide.mutate({ id, decision: 'withdraw' })}
    >
      {t('withdraw')}
    </ActionButton>
  );
}

const states = {
  open: { tone: 'accent', icon: <Hourglass aria-hidden />, text: 'waiting' },
  approved: { tone: 'available', icon: <CircleCheck aria-hidden />, text: 'approved' },
  denied: { tone: 'overdue', icon: <CircleX aria-hidden />, text: 'denied' },
  withdrawn: { tone: 'neutral', icon: <Undo2 aria-hidden />, text: 'withdrawn' },
  expired: { tone: 'neutral', icon: <Ban aria-hidden />, text: 'expired' },
} as const satisfies Record<
  AccessRequest['state'],
  { tone: StatusTone; icon: ReactNode; text: string }
>;

export function RequestState({ state }: { state: AccessRequest['state'] }) {
  const { tone, icon, text } = states[state];
  return (
    <StatusPill tone={tone} icon={icon}>
      {t(text)}
    </StatusPill>
  );
}

export function GrantPeriod({ grant: { validFrom, validUntil, usesLeft } }: { grant: Grant }) {
  const now = serverNow();
  const from = Date.parse(validFrom) > now ? t('from-when', { when: untilText(validFrom) }) : null;
  const until = validUntil ? t('until-when', { when: untilText(validUntil) }) : t('without-end');
  return joinedText([from, until, usesText(usesLeft)].filter((text) => text !== null));
}

/** With no use left, the grant lasts until the key is back. */
function usesText(usesLeft: number | null): string | null {
  if (usesLeft === null) return null;
  if (usesLeft === 0) return t('last-use');
  return t('uses-left', { count: usesLeft });
}
