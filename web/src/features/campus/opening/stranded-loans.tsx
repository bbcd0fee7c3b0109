import { maxMovedLoans } from '@keydesk/shared/due/calendar-routes';
import { plural } from '@keydesk/shared/plural';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { getErrorMessage } from '../../../lib/api.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Button } from '../../../ui/button.tsx';
import { KeyNumber } from '../../../ui/key-number.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Card } from '../../../ui/page.tsx';
import { QueryState } from '../../../ui/query-state.tsx';
import { PersonLink } from '../../../ui/record-link.tsx';
import { momentOnCampus } from '../day-text.ts';
import { strandedQuery, useMoveDue } from './queries.ts';

/** So many are listed at first. */
const firstRows = 5;

/** Offers to move what is due while a closed or short day has the campus closed. */
export function StrandedLoans({ timezone }: { timezone: string }) {
  const query = useQuery(strandedQuery);
  const { data: loans } = query;
  const [all, setAll] = useState(false);
  const moving = useMoveDue();
  if (!loans)
    return (
      <QueryState
        query={query}
        loading={null}
        title="What is due while the campus is closed could not be read"
        frame="card p-5"
      />
    );
  if (loans.length === 0) return null;
  const next = loans.slice(0, maxMovedLoans);
  const count = plural(loans.length, 'key is', 'keys are');
  return (
    <Card aria-labelledby="stranded" className="border-out">
      <h2 id="stranded" className="text-base font-semibold">
        {count} due while the campus is closed
      </h2>
      <p className="mt-1 text-sm text-muted">
        A due time is a promise, so it moves only if you say so. Each holder is told.
        {loans.length > maxMovedLoans && ` Moves ${maxMovedLoans.toLocaleString('en')} at a time.`}
      </p>
      <ul aria-label="Due while closed" className="mt-3 divide-y divide-line">
        {(all ? loans : loans.slice(0, firstRows)).map(
          ({ loanId, keyId, keyNumber, holderId, holderName, dueAt, newDueAt }) => (
            <li key={loanId} className="flex flex-wrap items-baseline gap-x-4 py-2.5">
              <KeyNumber number={keyNumber} linkTo={keyId} className="min-w-28 text-xl" />
              <span className="min-w-0 flex-1 basis-40 wrap-anywhere">
                <PersonLink id={holderId}>{holderName}</PersonLink>
              </span>
              <span className="text-sm text-muted tabular-nums">
                due {momentOnCampus(dueAt, timezone)}, then {momentOnCampus(newDueAt, timezone)}
              </span>
            </li>
          ),
        )}
      </ul>
      {loans.length > firstRows && (
        <Button
          variant="quiet"
          size="small"
          aria-expanded={all}
          onClick={() => setAll(!all)}
          className="-ml-3"
        >
          {all ? 'Show fewer' : `Show all ${loans.length}`}
        </Button>
      )}
      {moving.error && (
        <Notice tone="error" icon={<CircleAlert aria-hidden />} className="mt-3">
          {getErrorMessage(moving.error)}
        </Notice>
      )}
      <ActionButton
        className="mt-3 block"
        busy={moving.isPending}
        onClick={() => moving.mutate(next.map(({ loanId }) => loanId))}
      >
        {moveText(loans.length)}
      </ActionButton>
    </Card>
  );
}

function moveText(count: number): string {
  if (count === 1) return 'Move its due time';
  if (count <= maxMovedLoans) return `Move all ${count} due times`;
  return `Move the first ${maxMovedLoans.toLocaleString('en')} due times`;
}
