import type { Key } from '@keydesk/shared/keys/key';
import { isDesk } from '@keydesk/shared/users/role';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useUser } from '../../lib/session.ts';
import { QueryState } from '../../ui/query-state.tsx';
import { VerdictNotice } from '../../ui/verdict-notice.tsx';
import { verdictQuery } from './request-queries.ts';

type WhoMayTakeProps = {
  item: Key;
  heading?: 'h2' | 'h3';
  className?: string;
  /** Below the sentences; for the desk. */
  children?: ReactNode;
};

/**
 * Who may take a key in sentences, and whether the reader may, unless they are the desk. Nothing where
 * no rule is about the key and everybody may take it.
 */
export function WhoMayTake({
  item,
  heading: Heading = 'h3',
  className,
  children,
}: WhoMayTakeProps) {
  const reader = useUser();
  const query = useQuery(verdictQuery(item._id));
  const { data, error } = query;
  const isForReader = reader !== null && !isDesk(reader.role) && item.status === 'available';
  const isRefused = isForReader && data !== undefined && data.verdict.outcome !== 'allowed';
  const isRestricted = item.level !== undefined || data?.isOpen === false;
  // The reason names the rule that its sentence says again.
  const sentences = data?.whoMayTake.filter((_, at) => !isRefused || at !== data.inReason);
  if (!error && !isRefused && !isRestricted) return null;
  return (
    <section aria-labelledby="who-may-take" className={className}>
      <Heading id="who-may-take" className="text-base font-semibold">
        Who may take this
      </Heading>
      <QueryState query={query} loading={null} />
      {isRefused && <VerdictNotice verdict={data.verdict} className="mt-2" />}
      {sentences && sentences.length > 0 && (
        <ul className="mt-2 list-disc space-y-1 pl-5 marker:text-muted">
          {sentences.map((sentence) => (
            <li key={sentence} className="wrap-anywhere">
              {sentence}
            </li>
          ))}
        </ul>
      )}
      {children}
    </section>
  );
}
