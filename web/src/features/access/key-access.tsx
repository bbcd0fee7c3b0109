import { isDesk } from '@keydesk/shared/http/roles';
import type { Key } from '@keydesk/shared/keys/key';
import type { FoundPerson } from '@keydesk/shared/people/search';
import { t } from '@keydesk/shared/texts/en/access';
import { useQuery } from '@tanstack/react-query';
import { UserRoundSearch } from 'lucide-react';
import { useState } from 'react';
import { serverNow } from '../../lib/clock.ts';
import { fromDateTimeField, toDateTimeField } from '../../lib/format.ts';
import { useUser } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { MomentField } from '../../ui/fields.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { PersonPicker, PickedPerson } from '../people/person-picker.tsx';
import { verdictQuery } from './request-queries.ts';
import { VerdictNotice } from './verdict.tsx';

type KeyAccessProps = { item: Key; heading?: 'h2' | 'h3'; className?: string };

/**
 * Who may take a key, in sentences, and whether the reader may, except at the desk. Empty if no
 * rule applies and everyone may take the key.
 */
export function KeyAccess({ item, heading: Heading = 'h3', className }: KeyAccessProps) {
  const reader = useUser();
  const atDesk = reader !== null && isDesk(reader.role);
  const query = useQuery(verdictQuery(item._id));
  const { data, error } = query;
  const isForReader = reader !== null && !atDesk && item.status === 'available';
  const isRefused = isForReader && data !== undefined && data.verdict.outcome !== 'allowed';
  const isRestricted = item.level !== undefined || data?.isOpen === false;
  // The reason already names this rule.
  const sentences = data?.whoMayTake.filter((_, at) => !isRefused || at !== data.inReason);
  if (!error && !isRefused && !isRestricted) return null;
  return (
    <section aria-labelledby="who-may-take" className={className}>
      <Heading id="who-may-take" className="text-base font-semibold">
        {t('who-may-take-this')}
      </Heading>
      <QueryState query={query} loading={null} />
      {isRefused && <VerdictNotice verdict={data.verdict} className="mt-2" />}
      {sentences && sentences.length > 0 && (
        <ul className="mt-2 list-disc space-y-1 ps-5 marker:text-muted">
          {sentences.map((sentence) => (
            <li key={sentence} className="wrap-anywhere">
              {sentence}
            </li>
          ))}
        </ul>
      )}
      {atDesk && <TestPerson keyId={item._id} />}
    </section>
  );
}

function TestPerson({ keyId }: { keyId: string }) {
  const [open, setOpen] = useState(false);
  if (open) return <TestForm keyId={keyId} />;
  return (
    <Button variant="secondary" size="small" onClick={() => setOpen(true)} className="mt-3">
      <UserRoundSearch aria-hidden className="size-4.5" />
      {t('test-a-person')}
    </Button>
  );
}

function TestForm({ keyId }: { keyId: string }) {
  const [person, setPerson] = useState<FoundPerson | null>(null);
  const [field, setField] = useState(() => toDateTimeField(serverNow()));
  const [isNow, setIsNow] = useState(true);
  const at = isNow || field === '' ? {} : { at: fromDateTimeField(field) };
  const { data, error } = useQuery({
    ...verdictQuery(keyId, { userId: person?.id ?? '', ...at }),
    enabled: person !== null,
  });
  return (
    <section aria-label={t('test-a-person')} className="mt-4 border-t border-line pt-4">
      <p className="mb-2 text-sm font-semibold text-muted">{t('test-a-person')}</p>
      {person ? (
        <PickedPerson person={person} onChange={() => setPerson(null)} />
      ) : (
        <PersonPicker onPick={setPerson} membersOnly />
      )}
      <MomentField
        label={t('at')}
        value={field}
        onChange={({ target }) => {
          setIsNow(false);
          setField(target.value);
        }}
        className="mt-4"
      />
      <ErrorNotice cause={person && error} className="mt-4" />
      {person && data && <VerdictNotice verdict={data.verdict} className="mt-4" />}
    </section>
  );
}
