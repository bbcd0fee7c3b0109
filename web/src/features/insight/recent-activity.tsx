import type { Mention } from '@keydesk/shared/core/fields';
import { t } from '@keydesk/shared/texts/en/dashboard';
import { Fragment } from 'react';
import { formatDateTime } from '../../lib/format.ts';
import { classNames } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/loading.tsx';
import { Card } from '../../ui/page.tsx';
import { KeyLink, PersonLink } from '../../ui/record-link.tsx';

type RecentActivityProps = {
  activity: readonly ActivityItem[] | undefined;
  className?: string;
};

type ActivityItem = {
  id: string;
  action: string;
  timestamp: string;
  mentioned?: readonly Mention[] | undefined;
};

export function RecentActivity({ activity, className }: RecentActivityProps) {
  return (
    <Card aria-labelledby="recent-activity" className={classNames('min-w-0', className)}>
      <h2 id="recent-activity" className="mb-2 font-semibold">
        {t('recent-activity')}
      </h2>
      {activity ? <ActivityList activity={activity} /> : <ActivitySkeleton />}
    </Card>
  );
}

function ActivityList({ activity }: { activity: readonly ActivityItem[] }) {
  return (
    <>
      {activity.length === 0 && (
        <p className="py-6 text-center text-muted">{t('no-activity-yet')}</p>
      )}
      <ul className="divide-y divide-line">
        {activity.map((item) => (
          <li key={item.id} className="flex flex-wrap justify-between gap-x-4 py-2.5">
            <p className="min-w-0">
              <ActivityText text={item.action} mentioned={item.mentioned ?? []} />
            </p>
            <p className="text-sm leading-6 text-muted tabular-nums">
              {formatDateTime(item.timestamp)}
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}

function ActivityText({ text, mentioned }: { text: string; mentioned: readonly Mention[] }) {
  return splitAtMentions(text, mentioned).map(({ at, before, mention }) => {
    const Record = mention?.kind === 'key' ? KeyLink : PersonLink;
    return (
      <Fragment key={at}>
        {before}
        {mention && <Record id={mention.id}>{mention.name}</Record>}
      </Fragment>
    );
  });
}

function ActivitySkeleton() {
  return (
    <div aria-hidden className="divide-y divide-line">
      {[...'abcdefghij'].map((row) => (
        <div key={row} className="py-2.5">
          <Skeleton className="h-6 w-3/5" />
        </div>
      ))}
    </div>
  );
}

/** The text before a mention, and the mention; null after the last one. */
type TextPart = { at: number; before: string; mention: Mention | null };

/** Splits a sentence at its mentions, which must be in the order of the text. */
export function splitAtMentions(text: string, mentioned: readonly Mention[]): TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  for (const mention of mentioned) {
    const found = text.indexOf(mention.name, at);
    if (found < 0) continue;
    parts.push({ at, before: text.slice(at, found), mention });
    at = found + mention.name.length;
  }
  return [...parts, { at, before: text.slice(at), mention: null }];
}
