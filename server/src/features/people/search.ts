import { appError } from '@keydesk/shared/core/errors';
import { searchWords } from '@keydesk/shared/core/text';
import type { FoundPerson } from '@keydesk/shared/people/search';
import type { Connection } from '../../db/client.ts';
import { mayBorrow } from '../../db/predicates.ts';
import { emailOf } from '../../db/rows.ts';
import { peopleSearchText } from '../../db/schema.ts';
import { escapePattern, foldedText } from '../../db/sql-text.ts';

const maxResults = 20;

/** More words than these narrow nothing down. */
const maxWords = 6;

const foldedName = foldedText('name');

const columns = `id, name, department, faculty_id AS "facultyId",
  coalesce(${emailOf('users')}, '') AS email,
  (SELECT json_build_object('name', v.name, 'phone', users.phone, 'organisation', v.organisation,
                            'sponsor', json_build_object('id', s.id, 'name', s.name),
                            'validUntil', v.valid_until)
     FROM visitors v JOIN users s ON s.id = v.sponsor_id WHERE v.user_id = users.id) AS visitor`;

/** A row with null where only visitors have a value. */
type FoundRow = Omit<FoundPerson, 'visitor'> & { visitor: FoundPerson['visitor'] | null };

function present({ visitor, ...person }: FoundRow): FoundPerson {
  if (!visitor) return person;
  const validUntil = new Date(visitor.validUntil).toISOString();
  return { ...person, visitor: { ...visitor, validUntil } };
}

/**
 * At most twenty people whose name, address or Faculty ID contains every word. Order: exact Faculty
 * ID or address, name begins with it, every word begins a word of the name.
 */
export function searchPeople(db: Connection, search: string): Promise<FoundPerson[]> {
  return findMatching(db, search, 'everything');
}

/**
 * For readers who may not see addresses and Faculty IDs: by name or full address. A partial match
 * would reveal the rest character by character.
 */
export function searchPeopleByName(db: Connection, search: string): Promise<FoundPerson[]> {
  return findMatching(db, search, 'name');
}

async function findMatching(
  db: Connection,
  search: string,
  by: 'everything' | 'name',
): Promise<FoundPerson[]> {
  const words = searchWords(search).slice(0, maxWords);
  if (words.length === 0) return [];
  const term = words.join(' ');
  const patterns = words.map((word) => `%${escapePattern(word)}%`);
  const contains = patterns.map((_, index) => `${peopleSearchText} LIKE $${index + 4}`);
  const named = patterns.map((_, index) => `${foldedName} LIKE $${index + 4}`);
  const [onlyByName, whole] =
    by === 'name'
      ? [
          `AND role <> 'visitor' AND (lower(email) = $1 OR (${named.join(' AND ')}))`,
          'lower(email)',
        ]
      : ['', 'lower(faculty_id), lower(email)'];
  // PostgreSQL uses the index for words of three letters or more; shorter ones read every person,
  // which the narrow condition keeps fast. Not prepared: only a plan for these very words can use
  // the index.
  const rows = await db.rows<FoundRow>(
    `SELECT ${columns}
       FROM users
      WHERE ${mayBorrow('users')} AND ${contains.join(' AND ')} ${onlyByName}
      ORDER BY $1 IN (${whole}) DESC NULLS LAST,
               ${foldedName} LIKE $2 DESC,
               ' ' || ${foldedName} LIKE ALL ($3) DESC,
               name, id
      LIMIT ${maxResults}`,
    [
      search.trim().toLowerCase(),
      `${escapePattern(term)}%`,
      words.map((word) => `% ${escapePattern(word)}%`),
      ...patterns,
    ],
  );
  return rows.map(present);
}

/** The owner of a card who can borrow keys. */
export async function findPersonByCard(db: Connection, cardHash: Buffer): Promise<FoundPerson> {
  const found = await db.first<FoundRow & { borrows: boolean }>({
    name: 'person-by-card',
    text: `SELECT ${columns}, ${mayBorrow('users')} AS borrows
             FROM users
            WHERE deleted_at IS NULL
              AND id = (SELECT user_id FROM person_cards
                         WHERE card_hash = $1 AND ended_at IS NULL)`,
    values: [cardHash],
  });
  if (!found) throw appError('PERSON_NOT_FOUND');
  const { borrows, ...person } = found;
  if (!borrows) throw appError('CARD_OF_NO_BORROWER', { name: person.name });
  return present(person);
}
