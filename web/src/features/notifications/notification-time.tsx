import { formatDateTime } from '../../lib/format.ts';
import { formatTimeAgo } from './notification-text.ts';

type NotificationTimeProps = { createdAt: string; now: number; className?: string };

/** How long ago a notification came; the date and time on hovering. */
export function NotificationTime({ createdAt, now, className = '' }: NotificationTimeProps) {
  return (
    <time
      dateTime={createdAt}
      title={formatDateTime(createdAt)}
      className={`text-xs whitespace-nowrap text-muted tabular-nums ${className}`}
    >
      {formatTimeAgo(createdAt, now)}
    </time>
  );
}
