import type { Notification } from '@keydesk/shared/core/notifications';
import { t as actionText } from '@keydesk/shared/texts/en/actions';
import { t } from '@keydesk/shared/texts/en/notifications';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { CheckCheck, Mail, MailOpen, RefreshCw } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useNow } from '../../lib/clock.ts';
import { useConnection } from '../../lib/live/connection.ts';
import { updateQueryData } from '../../lib/query-client.ts';
import { useUser } from '../../lib/session.ts';
import { ActionButton, ActionIconButton } from '../../ui/action-button.tsx';
import { buttonClassName } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ErrorNotice } from '../../ui/notice.tsx';
import { PageHeader } from '../../ui/page.tsx';
import { LoadMore, QueryState } from '../../ui/query-state.tsx';
import { WholeNumbers } from '../../ui/record-link.tsx';
import { NotMe } from './not-me.tsx';
import { flattenPages, unreadCountOf, withFirstPage } from './notification-cache.ts';
import {
  NoNotifications,
  NotificationIcon,
  NotificationTime,
  UnreadDot,
} from './notification-icon.tsx';
import {
  type Destination,
  destinationOf,
  isInOnesName,
  linkTo,
  loadErrorMessage,
} from './notification-text.ts';
import { bundleQuery, notificationsQuery, useMarkNotifications } from './queries.ts';

export function NotificationList({ bundle }: { bundle?: string | undefined }) {
  const list = useInfiniteQuery(bundle ? bundleQuery(bundle) : notificationsQuery);
  const { mark } = useMarkNotifications();
  const now = useNow();
  useDropOlderPagesOnUnmount();
  const failure = (cause: unknown) => t('error', { message: loadErrorMessage(cause) });
  if (!list.data)
    return (
      <QueryState
        query={list}
        loading={t('loading-notifications')}
        failure={failure}
        frame="card"
      />
    );
  const all = flattenPages(list.data);
  return (
    <>
      <ErrorNotice cause={list.error && failure(list.error)} className="mb-4" />
      {all.length === 0 && <NoNotifications card />}
      {all.length > 0 && (
        <ul
          aria-label={t('notifications')}
          className="@container card divide-y divide-line overflow-hidden"
        >
          {all.map((item) => (
            <li key={item._id}>
              <NotificationRow
                item={item}
                now={now}
                brief={all.length > mostInFull}
                onMark={bundle ? undefined : mark}
              />
            </li>
          ))}
        </ul>
      )}
      <LoadMore list={list} />
    </>
  );
}

/** Longer lists are brief on a phone, so that more of them are in view. */
const mostInFull = 8;

/** Drops older pages from the cache when the list closes. */
function useDropOlderPagesOnUnmount(): void {
  const client = useQueryClient();
  useEffect(
    () => () => {
      updateQueryData(client, notificationsQuery.queryKey, withFirstPage);
    },
    [client],
  );
}

export function NotificationActions() {
  const { data, isFetching, refetch } = useInfiniteQuery(notificationsQuery);
  const { markAll } = useMarkNotifications();
  return (
    <>
      <ActionButton
        variant="secondary"
        size="small"
        disabled={unreadCountOf(data) === 0}
        // A toast that can still be answered must not cover this.
        data-never-covered
        onClick={markAll}
      >
        <CheckCheck aria-hidden className="size-4.5 max-sm:hidden" />
        {t('mark-all-read')}
      </ActionButton>
      <ActionIconButton
        label={actionText('refresh')}
        icon={<RefreshCw className={isFetching ? 'animate-spin' : ''} />}
        disabled={isFetching}
        onClick={() => void refetch()}
      />
    </>
  );
}

export function NotificationsPage() {
  const bundle = useSearch({
    strict: false,
    select: (search: { bundle?: unknown }) => search.bundle,
  });
  if (typeof bundle !== 'string')
    return (
      <>
        <PageHeader title={t('notifications')} action={<NotificationActions />} />
        <NotificationList />
      </>
    );
  const all = (
    <Link to="/dashboard/notifications" className={buttonClassName('secondary', 'small')}>
      {t('all-notifications')}
    </Link>
  );
  return (
    <>
      <PageHeader title={t('more-messages')} action={all} />
      <NotificationList key={bundle} bundle={bundle} />
    </>
  );
}

type NotificationRowProps = {
  item: Notification;
  now: number;
  /** Cuts the text after one line on narrow lists. */
  brief: boolean;
  /** Undefined in a bundle, which is read as a whole. */
  onMark: ((id: string, read: boolean) => void) | undefined;
};

/**
 * A row of a list that is a size container. A click opens the subject or the full text; a button
 * toggles read and unread.
 */
function NotificationRow({ item, now, brief, onMark }: NotificationRowProps) {
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
        'relative grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-2 py-1.5 pe-1.5 ps-3 transition-colors duration-150 hover:bg-sunken/60 @3xs:flex @3xs:items-center @2xl:gap-3.5 @2xl:px-5',
        !item.read && 'bg-accent-soft/35',
      )}
    >
      <span className="relative">
        <NotificationIcon item={item} />
        <UnreadDot read={item.read} className="absolute -top-0.5 -start-0.5 ring-2 ring-surface" />
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-1.5 @xs:flex-nowrap @2xl:gap-x-3">
          <h2 className="min-w-0 text-sm leading-5 font-semibold wrap-break-word @xs:line-clamp-2">
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
            'text-xs leading-snug wrap-break-word text-muted @2xl:text-sm @2xl:leading-5',
            // A message that can be disputed must be read in full.
            !expanded &&
              !isInOnesName(item) &&
              !item.visitorAskId &&
              (brief || !destination) &&
              '@xs:@max-2xl:truncate',
          )}
        >
          <WholeNumbers>{item.message}</WholeNumbers>
        </p>
        <NotMe item={item} now={now} className="relative mt-1.5 mb-1" />
      </div>
      {onMark && (
        <ActionButton
          variant="quiet"
          size="small"
          title={markText(item)}
          onClick={() => onMark(item._id, !item.read)}
          className="col-start-2 -ms-3 justify-self-start sm:min-w-40 sm:justify-start @3xs:ms-0 @3xs:shrink-0"
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
  return read ? t('mark-as-unread') : t('mark-as-read');
}

const stretchedClassName =
  'text-start outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus';

type DestinationLinkProps = { destination: Destination; onClick: () => void; children: ReactNode };

function DestinationLink({ destination, onClick, children }: DestinationLinkProps) {
  return (
    <Link {...linkTo(destination)} onClick={onClick} className={stretchedClassName}>
      {children}
    </Link>
  );
}
