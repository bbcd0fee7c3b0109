import { isGroup } from '@keydesk/shared/core/edits';
import { t } from '@keydesk/shared/texts/en/forms';
import { ApiError } from './api.ts';

type Versioned = { readonly version: number };

/**
 * Saves changes of what was `shown`. Another user's changes of other fields are kept; a conflict in
 * the same field is an error (`seen-version`). `read` extracts what is shown from an answer.
 */
export async function saveSeen<Shown extends Versioned, Answer>(
  shown: Shown,
  changes: object,
  send: (version: number) => Promise<Answer>,
  read = (current: unknown) => current as Shown,
): Promise<Answer> {
  try {
    return await send(shown.version);
  } catch (cause) {
    const answered = currentOf(cause);
    const current = answered === undefined ? undefined : read(answered);
    if (!current || !isApart(changes, shown, current)) throw cause;
    return send(current.version);
  }
}

const staleCodes = new Set(['STALE', 'CALENDAR_CHANGED']);

/** The stored value, if a save failed because of it; else undefined. */
export function currentOf(cause: unknown): unknown {
  if (!(cause instanceof ApiError) || !staleCodes.has(cause.code)) return undefined;
  return (cause.details as { current?: unknown } | undefined)?.current;
}

/** Whether no other user has changed the same fields to another value. */
function isApart(changes: object, shown: object, current: object): boolean {
  const [old, now] = [valuesOf(shown), valuesOf(current)];
  return Object.entries(changes).every(([name, value]) =>
    isGroup(value)
      ? isApart(value, Object(old.get(name) ?? {}), Object(now.get(name) ?? {}))
      : isSame(now.get(name), old.get(name)) || isSame(now.get(name), value),
  );
}

/** A draft after it was rebased on what is stored. */
type Rebased<Draft> = {
  draft: Draft;
  /** Stored values of fields that both have changed, by `field` or `group.field`. */
  theirs: Record<string, unknown>;
};

/** Adopts others' changes of fields that the draft did not change. */
export function rebase<Draft extends object>(
  draft: Draft,
  opened: object,
  current: object,
): Rebased<Draft> {
  const [old, now] = [valuesOf(opened), valuesOf(current)];
  const theirs: Record<string, unknown> = {};
  const merged = Object.entries(draft).map(([name, mine]) => {
    const [before, stored] = [old.get(name), now.get(name)];
    if (isFields(mine) && isFields(before) && isFields(stored)) {
      const group = rebase(mine, before, stored);
      for (const [field, value] of Object.entries(group.theirs)) theirs[`${name}.${field}`] = value;
      return [name, group.draft];
    }
    if (isSame(mine, before)) return [name, stored];
    if (!isSame(stored, before) && !isSame(stored, mine)) theirs[name] = stored;
    return [name, mine];
  });
  return { draft: Object.fromEntries(merged) as Draft, theirs };
}

/** A picked person or entry counts as one value. */
function isFields(value: unknown): value is object {
  return isGroup(value) && !('id' in value);
}

function valuesOf(fields: object): Map<string, unknown> {
  return new Map(Object.entries(fields));
}

/** Null and '' are equal. */
export function isSame(one: unknown, other: unknown): boolean {
  return textOf(one) === textOf(other);
}

function textOf(value: unknown): string {
  return isGroup(value) && 'id' in value ? `#${value.id}` : JSON.stringify(value ?? null);
}

export function theirsText(value: unknown): string {
  const text = isGroup(value) && 'label' in value ? value.label : value;
  return (text ?? '') === '' ? t('empty-now') : t('is-now', { value: String(text) });
}
