import type { Notification } from '@keydesk/shared/notifications/notification';
import { Link } from '@tanstack/react-router';
import { Mail, MailOpen } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useConnection } from '../../lib/live/connection.ts';
import { useUser } from '../../lib/session.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { type Destination, destinationOf, linkTo } from './destination.ts';
import { NotMe } from './not-me.tsx';
import { NotificationIcon, UnreadDot } from './notification-icon.tsx';
import { isInOnesName } from './notification-text.ts';
import { NotificationTime } from './notification-time.tsx';

type NotificationRowProps = {
  item: Notification;
  now: number;
  /** In a narrow list, the text is cut after a line. */
  brief: boolean;
  /** Absent in a bundle, which is read as a whole. */
  onMark: ((id: string, read: boolean) => void) | undefined;
};

/**
 * A notification as a low row of a list that is a size container. A click opens what it is about,
 * or its whole text; a button marks it read or unread.
 */
export function NotificationRow({ item, now, brief, onMark }: NotificationRowProps) {
  const role = useUser()?.role;
  const offline = useConnection() === 'offline';
  const destination = role ? destinationOf(item, role) : null;
  const [expanded, setExpanded] = useState(false);
  const read = () => {
    if (!item.read && !offline) onMark?.(item._id, true);
  };
  const toggle = () => {
    setExpanded(!expanded);
    read();
  };
  return (
    <article
      className={classNames(
        'relative grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-2 py-1.5 pr-1.5 pl-3 transition-colors duration-150 hover:bg-sunken/60 @3xs:flex @3xs:items-center @2xl:gap-3.5 @2xl:px-5',
        !item.read && 'bg-accent-soft/35',
      )}
    >
      <span className="relative">
        <NotificationIcon template={item.template} />
        <UnreadDot read={item.read} className="absolute -top-0.5 -left-0.5 ring-2 ring-surface" />
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-1.5 @xs:flex-nowrap @2xl:gap-x-3">
          <h2
            className={classNames(
              'min-w-0 text-sm leading-5 wrap-break-word @xs:line-clamp-2 @2xl:text-[0.9375rem]',
              item.read ? 'font-medium' : 'font-semibold',
            )}
          >
            {destination ? (
              <DestinationLink destination={destination} onClick={read}>
                {item.title}
              </DestinationLink>
            ) : (
              <button
                type="button"
                aria-expanded={expanded}
                onClick={toggle}
                className={stretchedClassName}
              >
                {item.title}
              </button>
            )}
          </h2>
          <NotificationTime createdAt={item.createdAt} now={now} />
        </div>
        <p
          className={classNames(
            'text-[0.8125rem] leading-snug wrap-break-word text-muted @2xl:text-sm @2xl:leading-5',
            // It must be read before one says that it was not oneself.
            !expanded && !isInOnesName(item) && (brief || !destination) && '@xs:@max-2xl:truncate',
          )}
        >
          {item.message}
        </p>
        <NotMe item={item} now={now} className="relative mt-1.5 mb-1" />
      </div>
      {onMark && (
        <ActionButton
          variant="quiet"
          size="small"
          title={markText(item)}
          onClick={() => onMark(item._id, !item.read)}
          className="col-start-2 -ml-3 justify-self-start @3xs:ml-0 @3xs:shrink-0"
        >
          {item.read ? (
            <Mail aria-hidden className="size-4.5" />
          ) : (
            <MailOpen aria-hidden className="size-4.5" />
          )}
          <span className="max-sm:sr-only">{markText(item)}</span>
        </ActionButton>
      )}
    </article>
  );
}

function markText({ read }: Notification): string {
  return read ? 'Mark as unread' : 'Mark as read';
}

/** The whole row can be clicked. */
const stretchedClassName =
  'text-left outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus';

type DestinationLinkProps = { destination: Destination; onClick: () => void; children: ReactNode };

function DestinationLink({ destination, onClick, children }: DestinationLinkProps) {
  return (
    <Link {...linkTo(destination)} onClick={onClick} className={stretchedClassName}>
      {children}
    </Link>
  );
}
