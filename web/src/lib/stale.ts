import { isGroup } from '@keydesk/shared/core/edits';
import { t } from '@keydesk/shared/texts/en/forms';
import { ApiError } from './api.ts';

type Versioned = { readonly version: number };

/**
 * Saves changes of what was `shown`. What somebody else has changed since stays, and is not asked
 * about unless it is the same (`seen-version`). `read` makes of an answer what is shown of it.
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

/** What is stored, if that is why something could not be saved; else undefined. */
export function currentOf(cause: unknown): unknown {
  if (!(cause instanceof ApiError) || !staleCodes.has(cause.code)) return undefined;
  return (cause.details as { current?: unknown } | undefined)?.current;
}

/** Whether nobody else has changed any of this otherwise. */
function isApart(changes: object, shown: object, current: object): boolean {
  const [old, now] = [valuesOf(shown), valuesOf(current)];
  return Object.entries(changes).every(([name, value]) =>
    isGroup(value)
      ? isApart(value, Object(old.get(name) ?? {}), Object(now.get(name) ?? {}))
      : isSame(now.get(name), old.get(name)) || isSame(now.get(name), value),
  );
}

/** What a form holds once it is based on what is stored now. */
type Rebased<Draft> = {
  draft: Draft;
  /** What is stored of fields that were changed here and elsewhere, by `field` or `group.field`. */
  theirs: Record<string, unknown>;
};

/** Takes over what others changed and the draft did not; keeps what the draft changed. */
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

/** A person or entry that was picked is one value. */
function isFields(value: unknown): value is object {
  return isGroup(value) && !('id' in value);
}

function valuesOf(fields: object): Map<string, unknown> {
  return new Map(Object.entries(fields));
}

/** Null and nothing are the same. */
export function isSame(one: unknown, other: unknown): boolean {
  return textOf(one) === textOf(other);
}

function textOf(value: unknown): string {
  return isGroup(value) && 'id' in value ? `#${value.id}` : JSON.stringify(value ?? null);
}

/** What is said at a field that was changed here and elsewhere. */
export function theirsText(value: unknown): string {
  const text = isGroup(value) && 'label' in value ? value.label : value;
  return (text ?? '') === '' ? t('empty-now') : t('is-now', { value: String(text) });
}
