import type { ReactNode } from 'react';
import type { ReturnDetails } from './return-details.ts';

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-3 py-2.5">
    <dt className="text-muted">{name}</dt>
    <dd className="min-w-0 wrap-anywhere">{children}</dd>
  </div>
);

type ReturnFactsProps = { details: ReturnDetails; sinceText: (instant: string) => string };

/** Who has the key and since when. */
export const ReturnFacts = ({ details, sinceText }: ReturnFactsProps) => (
  <dl className="divide-y divide-line border-y border-line">
    <Fact name={details.atDesk ? 'Code of' : 'Taken by'}>
      <span className="block text-lg leading-6 font-semibold">{details.personName}</span>
      <span className="text-muted">{details.personEmail}</span>
      {details.personId && <span className="block text-muted">ID {details.personId}</span>}
    </Fact>
    {details.loanedTo && <Fact name="On loan to">{details.loanedTo}</Fact>}
    {details.takenAt && (
      <Fact name="Since">
        <span className="tabular-nums">{sinceText(details.takenAt)}</span>
      </Fact>
    )}
  </dl>
);
