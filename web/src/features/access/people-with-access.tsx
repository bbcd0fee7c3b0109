import type { Grant } from '@keydesk/shared/access/grants';
import { may } from '@keydesk/shared/http/roles';
import { t } from '@keydesk/shared/texts/en/access';
import { t as actionText } from '@keydesk/shared/texts/en/actions';
import { t as rulesText } from '@keydesk/shared/texts/en/rules';
import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { formatDateTime } from '../../lib/format.ts';
import { useUser } from '../../lib/session.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Button } from '../../ui/button.tsx';
import { EndDialog } from '../../ui/confirm-dialog.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { SearchField } from '../../ui/filters.tsx';
import { lazyDialog } from '../../ui/lazy-component.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { TitledCard } from '../../ui/page.tsx';
import { KeyNumber, PersonLink } from '../../ui/record-link.tsx';
import { grantsQuery, useEndAccess } from './request-queries.ts';
import { GrantPeriod } from './request-row.tsx';

const GiveAccessDialog = lazyDialog(() => import('./grant-dialogs.tsx'), 'GiveAccessDialog');

type Giving = { renewed: Grant | null };

/** Who has access by name to the reader's keys, or to any key for admins. */
export function PeopleWithAccess() {
  const user = useUser();
  const { data, error } = useQuery(grantsQuery);
  const [giving, setGiving] = useState<Giving | null>(null);
  const [ending, setEnding] = useState<Grant | null>(null);
  const endAccess = useEndAccess();
  const isAdmin = user !== null && may(user.role, 'administer');
  if (error && !data) return <ErrorNotice cause={error} />;
  if (!data || !(isAdmin || data.ownKeys.length > 0)) return null;
  const mayEnd = ({ key }: Grant) => isAdmin || data.ownKeys.some(({ id }) => id === key.id);
  return (
    <TitledCard
      title={t('people-with-access')}
      action={
        <Button variant="secondary" onClick={() => setGiving({ renewed: null })}>
          <UserPlus aria-hidden className="size-4.5" />
          {t('give-access')}
        </Button>
      }
    >
      <GrantList
        grants={data.grants.filter(mayEnd)}
        onRenew={(renewed) => setGiving({ renewed })}
        onEnd={setEnding}
      />
      <GiveAccessDialog
        subject={giving}
        ownKeys={isAdmin ? null : data.ownKeys}
        onClose={() => setGiving(null)}
      />
      <EndDialog
        subject={ending}
        title={t('end-access')}
        toInput={({ id }) => id}
        ending={endAccess}
        onClose={() => setEnding(null)}
      >
        {({ user: { name }, key }) => (
          <p>{t('end-access-effect', { name, keyNumber: key.keyNumber })}</p>
        )}
      </EndDialog>
    </TitledCard>
  );
}

/** Search finds the rest. */
const maxShown = 50;

type GrantListProps = {
  grants: readonly Grant[];
  onRenew: (grant: Grant) => void;
  onEnd: (grant: Grant) => void;
};

function GrantList({ grants, onRenew, onEnd }: GrantListProps) {
  const [term, setTerm] = useState('');
  const words = term.toLowerCase().split(/\s+/);
  const found = grants.filter(({ key, user }) => {
    const text = `${key.keyNumber} ${key.keyName} ${user.name}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return (
    <>
      {grants.length > 8 && (
        <div className="mt-3">
          <SearchField value={term} onChange={setTerm} placeholder={t('person-or-key')} />
        </div>
      )}
      {found.length === 0 && <p className="mt-3 text-muted">{t('nobody-by-name')}</p>}
      <ul aria-label={t('people-with-access')} className="mt-1 divide-y divide-line">
        {found.slice(0, maxShown).map((grant) => (
          <GrantRow key={grant.id} grant={grant} onRenew={onRenew} onEnd={onEnd} />
        ))}
      </ul>
      {found.length > maxShown && (
        <p className="mt-2 text-sm text-muted">
          {t('and-more', { count: found.length - maxShown })}
        </p>
      )}
    </>
  );
}

type GrantRowProps = Omit<GrantListProps, 'grants'> & { grant: Grant };

function GrantRow({ grant, onRenew, onEnd }: GrantRowProps) {
  const { user, key, lastUsedAt, reason } = grant;
  const about = `${user.name}, ${key.keyNumber}`;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-semibold wrap-anywhere">
          <Dotted>
            <PersonLink id={user.id}>{user.name}</PersonLink>
            <KeyNumber number={key.keyNumber} linkTo={key.id} className="text-xl" />
          </Dotted>
        </p>
        <p className="text-sm wrap-anywhere">
          <Dotted>
            <GrantPeriod grant={grant} />
            {reason}
          </Dotted>
        </p>
        <p className="text-sm text-muted">
          {lastUsedAt ? t('last-used', { when: formatDateTime(lastUsedAt) }) : t('never-used')}
        </p>
      </div>
      <div className="ms-auto flex flex-wrap justify-end gap-2">
        <ActionButton
          variant="secondary"
          size="small"
          aria-label={t('renew-of', { about })}
          onClick={() => onRenew(grant)}
        >
          {actionText('renew')}
        </ActionButton>
        <ActionButton
          variant="quiet"
          size="small"
          aria-label={rulesText('end-named', { text: about })}
          onClick={() => onEnd(grant)}
        >
          {rulesText('end')}
        </ActionButton>
      </div>
    </li>
  );
}
