import { t } from '../texts/en/recorded.ts';
import { spokenLanguage } from '../texts/translator.ts';

/**
 * A stored name for this reader (`language-of-reader`). Erased people, visitors and renamed holders
 * have names with words of ours, which are stored as they are in English.
 */
export function shownName(stored: string): string {
  if (spokenLanguage() === 'en') return stored;
  const [, before, now] = renamedForm.exec(stored) ?? [];
  return before !== undefined && now !== undefined
    ? t('name-then-now', { before: inOwnWords(before), now: inOwnWords(now) })
    : inOwnWords(stored);
}

/** The same for the names of all people in an answer or in the facts of a message. */
export function showNames<T>(value: T): T {
  return spokenLanguage() === 'en' ? value : (withShownNames(value) as T);
}

/** The name of erased people, which `reserved-names` keeps from others. */
export function formerMember(): string {
  return t.in('en')('former-member');
}

/** 'Ravi of Voltas (visitor)' */
export function storedVisitorName(name: string, organisation: string | null): string {
  const english = t.in('en');
  return organisation
    ? english('visitor-of', { name, organisation })
    : english('visitor', { name });
}

const renamedForm = /^(.+?), now (.+)$/u;
const visitorForm = /^(.+?)(?: of (.+))? \(visitor\)$/u;

function inOwnWords(stored: string): string {
  if (stored === formerMember()) return t('former-member');
  const [, name, organisation] = visitorForm.exec(stored) ?? [];
  if (name === undefined) return stored;
  return organisation ? t('visitor-of', { name, organisation }) : t('visitor', { name });
}

const nameFields = new Set(['name', 'heldAs', 'holderName', 'createdByName', 'subjectName']);

function withShownNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withShownNames);
  if (Object.prototype.toString.call(value) !== '[object Object]') return value;
  const shown = Object.entries(value as object).map(([field, inner]) => [
    field,
    typeof inner === 'string' && nameFields.has(field) ? shownName(inner) : withShownNames(inner),
  ]);
  return Object.fromEntries(shown);
}
