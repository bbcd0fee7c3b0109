import type { FoundPerson } from '@keydesk/shared/people/search';
import { t } from '@keydesk/shared/texts/en/person-picker';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useEntryLabel } from '../../lib/campus.ts';
import { useDebouncedValue } from '../../lib/hooks.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { Email } from '../../ui/email.tsx';
import { SearchField } from '../../ui/filters.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { peopleQuery } from './find-people.ts';

type PersonPickerProps = {
  onPick: (person: FoundPerson) => void;
  /** Only people who can sign in. */
  membersOnly?: boolean;
};

/** Finds people who may have keys; Enter takes the best match. */
export function PersonPicker({ onPick, membersOnly = false }: PersonPickerProps) {
  const [term, setTerm] = useState('');
  const search = useDebouncedValue(term.trim().toLowerCase(), 150);
  const { data, error, isFetching } = useQuery(peopleQuery(search));
  const found = search === '' ? [] : (data ?? []);
  const people = membersOnly ? found.filter(({ visitor }) => !visitor) : found;
  const current = search === term.trim().toLowerCase() && !isFetching;
  const takeFirst = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const [first] = people;
    if (first && current) onPick(first);
  };
  return (
    <form onSubmit={takeFirst}>
      <SearchField value={term} onChange={setTerm} placeholder={t('search')} />
      <ErrorNotice cause={error} className="mt-3" />
      {people.length > 0 && (
        <ul
          aria-label={t('people-found')}
          className="mt-2 max-h-72 divide-y divide-line overflow-y-auto overscroll-contain rounded-control border border-line"
        >
          {people.map((person) => (
            <li key={person.id}>
              <button
                type="button"
                onClick={() => onPick(person)}
                className="block w-full px-4 py-2.5 text-start hover:bg-sunken focus-visible:-outline-offset-2"
              >
                <span className="block font-semibold wrap-anywhere">{person.name}</span>
                <span className="block text-sm text-muted wrap-anywhere">
                  <PersonDetails person={person} />
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {search !== '' && current && !error && people.length === 0 && (
        <p role="status" className="mt-3 text-muted">
          {t('nobody-found')}
        </p>
      )}
    </form>
  );
}

/** 'Computer Science Engineering · FAC-101 · asha.rao@campus.test' */
export function PersonDetails({ person }: { person: FoundPerson }) {
  const departmentLabel = useEntryLabel('departments');
  const { department, facultyId, email, visitor } = person;
  return (
    <Dotted>
      {department && departmentLabel(department)}
      {facultyId}
      {email ? <Email>{email}</Email> : visitor?.phone}
    </Dotted>
  );
}

type PickedPersonProps = { person: FoundPerson; onChange: () => void };

/** Large enough to compare with the person at the desk. */
export function PickedPerson({ person, onChange }: PickedPersonProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Avatar name={person.name} />
      <div className="min-w-0 flex-1 basis-40">
        <p className="text-xl/tight font-semibold wrap-anywhere">{person.name}</p>
        <p className="mt-0.5 text-sm text-muted wrap-anywhere">
          <PersonDetails person={person} />
        </p>
      </div>
      <Button variant="quiet" size="small" onClick={onChange} aria-label={t('change-person')}>
        {t('change')}
      </Button>
    </div>
  );
}
