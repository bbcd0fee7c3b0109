import { isOverrideReason } from '@keydesk/shared/access/refused-access';
import type { RuleVerdict } from '@keydesk/shared/core/rule-verdict';
import { t } from '@keydesk/shared/texts/en/access';
import { t as fieldText } from '@keydesk/shared/texts/en/fields';
import { t as inputText } from '@keydesk/shared/texts/en/input';
import { t as punctuation } from '@keydesk/shared/texts/en/punctuation';
import { Ban, CircleCheck, Hourglass, ShieldAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useDraft } from '../../lib/draft.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';

const looks = {
  allowed: { tone: 'success', icon: <CircleCheck aria-hidden />, title: 'allowed' },
  'needs-approval': { tone: 'warning', icon: <Hourglass aria-hidden />, title: 'needs-approval' },
  refused: { tone: 'error', icon: <Ban aria-hidden />, title: 'not-allowed' },
  unconfirmed: { tone: 'warning', icon: <Hourglass aria-hidden />, title: null },
} as const;

type VerdictNoticeProps = {
  verdict: Pick<RuleVerdict, 'outcome' | 'reasons'>;
  children?: ReactNode;
  className?: string;
};

export function VerdictNotice({ verdict, children, className }: VerdictNoticeProps) {
  const { tone, icon, title } = looks[isUnanswered(verdict) ? 'unconfirmed' : verdict.outcome];
  return (
    <Notice tone={tone} icon={icon} {...(className && { className })}>
      <p>
        {title && (
          <span className="font-semibold">{punctuation('sentence', { text: t(title) })} </span>
        )}
        {verdict.reasons[0]?.text}
      </p>
      {children}
    </Notice>
  );
}

/** Whether the verdict allows a visitor whose sponsor has not answered yet. */
export function isUnanswered({ reasons }: VerdictNoticeProps['verdict']): boolean {
  return reasons[0]?.code === 'VISITOR_NOT_CONFIRMED';
}

type OverrideFormProps = {
  busy: boolean;
  onOverride: (reason: string) => void;
};

export function OverrideForm({ busy, onOverride }: OverrideFormProps) {
  const { text, submit } = useDraft(
    { reason: '' },
    ({ reason }) => (isOverrideReason(reason) ? {} : { reason: inputText('override-reason') }),
    ({ reason }) => onOverride(reason.trim()),
  );
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3">
      <TextField
        {...text('reason')}
        label={fieldText('reason')}
        hint={t('override-hint')}
        maxLength={200}
      />
      <ActionButton type="submit" variant="secondary" size="large" busy={busy}>
        <ShieldAlert aria-hidden className="size-5 text-out" />
        {t('hand-over-anyway')}
      </ActionButton>
    </form>
  );
}
