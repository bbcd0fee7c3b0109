import type { RuleVerdict } from '@keydesk/shared/handovers/rule-verdict';
import { Ban, CircleCheck, Hourglass } from 'lucide-react';
import type { ReactNode } from 'react';
import { Notice } from './notice.tsx';

const looks = {
  allowed: { tone: 'success', icon: <CircleCheck aria-hidden />, title: 'Allowed' },
  'needs-approval': { tone: 'warning', icon: <Hourglass aria-hidden />, title: 'Needs approval' },
  refused: { tone: 'error', icon: <Ban aria-hidden />, title: 'Not allowed' },
} as const;

type VerdictNoticeProps = {
  verdict: Pick<RuleVerdict, 'outcome' | 'reasons'>;
  children?: ReactNode;
  className?: string;
};

/** Whether a key may be taken, by colour, icon and words, and why. */
export function VerdictNotice({ verdict, children, className }: VerdictNoticeProps) {
  const { tone, icon, title } = looks[verdict.outcome];
  return (
    <Notice tone={tone} icon={icon} {...(className && { className })}>
      <p>
        <span className="font-semibold">{title}.</span> {verdict.reasons[0]?.text}
      </p>
      {children}
    </Notice>
  );
}
