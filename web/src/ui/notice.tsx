import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { getErrorMessage } from '../lib/api.ts';
import { classNames } from './class-names.ts';

const tones = {
  info: 'bg-accent-soft text-accent',
  success: 'bg-available-soft text-available',
  warning: 'bg-out-soft text-out',
  error: 'bg-danger-soft text-danger',
};

type NoticeProps = {
  tone: keyof typeof tones;
  icon?: ReactNode;
  children: ReactNode;
  className?: string;
  /** For dialogs, where large text could put it below the visible part. */
  scrollsIntoView?: boolean;
};

/** A message within the page; errors are announced at once. */
export function Notice({ tone, icon, children, className, scrollsIntoView }: NoticeProps) {
  return (
    <div
      ref={scrollsIntoView ? scrollIntoView : undefined}
      role={tone === 'error' ? 'alert' : 'status'}
      className={classNames(
        'flex items-start gap-2.5 rounded-control px-4 py-3 text-sm font-semibold [&_svg]:mt-px [&_svg]:size-4.5 [&_svg]:shrink-0',
        tones[tone],
        className,
      )}
    >
      {icon}
      <div className="min-w-0 wrap-anywhere">{children}</div>
    </div>
  );
}

type ErrorNoticeProps = {
  /** An error, or the reason in words; nothing is shown without one. */
  cause: Error | string | null | undefined;
  className?: string;
};

export function ErrorNotice({ cause, className }: ErrorNoticeProps) {
  if (!cause) return null;
  return (
    <Notice tone="error" icon={<CircleAlert aria-hidden />} {...(className && { className })}>
      {typeof cause === 'string' ? cause : getErrorMessage(cause)}
    </Notice>
  );
}

function scrollIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}
