import { friendlyMessage } from '@keydesk/shared/core/client-errors';
import { type FormEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { focusFirstInvalid } from './browser.ts';
import { isSame, rebase, theirsText } from './stale.ts';
import { useUnsaved } from './unsaved.ts';

export type DraftErrors<Draft> = { [Field in keyof Draft]?: string };

/**
 * The draft of a form. Errors are found on submit; each disappears once its field is changed or
 * valid. The first invalid field gets the focus. A draft that differs from `opened`, or from its
 * start, is unsaved.
 */
export function useDraft<Draft extends object>(
  initial: Draft | (() => Draft),
  errorsOf: (draft: Draft) => DraftErrors<Draft>,
  onValid: (draft: Draft) => void,
  onChange?: (draft: Draft) => void,
  opened?: Draft,
) {
  const [draft, setDraft] = useState(initial);
  const [first] = useState(draft);
  const before = new Map<string, unknown>(Object.entries(opened ?? first));
  useUnsaved(Object.entries(draft).some(([name, value]) => !isSame(value, before.get(name))));
  const [found, setFound] = useState<DraftErrors<Draft>>({});
  const [theirs, setTheirs] = useState<DraftErrors<Draft>>({});
  const errors = { ...theirs, ...stillWrong(found, () => errorsOf(draft)) };
  const change = (part: Partial<Draft>) => {
    setDraft((current) => ({ ...current, ...part }));
    setFound((current) => without(current, part));
    setTheirs((current) => without(current, part));
    onChange?.({ ...draft, ...part });
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // In React, a dialog's form may be inside another form.
    event.stopPropagation();
    const wrong = errorsOf(draft);
    // The fields must be marked before the first of them can be found.
    flushSync(() => setFound(wrong));
    if (Object.keys(wrong).length > 0) focusFirstInvalid(event.currentTarget);
    else onValid(draft);
  };
  /** Rebases the draft on what is stored now, and notes each field that both have changed. */
  const takeOver = (
    opened: Draft,
    current: Draft,
    text: (value: unknown, name: string) => string = theirsText,
  ) => {
    // The user may have typed during the save.
    setDraft((typed) => rebase(typed, opened, current).draft);
    setTheirs(saidAt(rebase(draft, opened, current).theirs, text) as DraftErrors<Draft>);
  };
  return { draft, errors, change, submit, takeOver, ...fieldsOf(draft, errors, change) };
}

function stillWrong<Draft>(
  found: DraftErrors<Draft>,
  errorsNow: () => DraftErrors<Draft>,
): DraftErrors<Draft> {
  const names = Object.keys(found) as (keyof Draft)[];
  if (names.length === 0) return found;
  const now = errorsNow();
  const wrong = names.filter((name) => now[name] !== undefined).map((name) => [name, now[name]]);
  return Object.fromEntries(wrong) as DraftErrors<Draft>;
}

function without<Draft>(errors: DraftErrors<Draft>, part: Partial<Draft>): DraftErrors<Draft> {
  const others = Object.entries(errors).filter(([name]) => !(name in part));
  return Object.fromEntries(others) as DraftErrors<Draft>;
}

function saidAt(
  theirs: Readonly<Record<string, unknown>>,
  text: (value: unknown, name: string) => string,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(theirs).map(([name, value]) => [name, text(value, name)]),
  );
}

type StoredDraft<Whole> = { opened: Whole; draft: Whole; theirs: Record<string, unknown> };

/**
 * A draft of stored values. When those change, by a save or by another user, it adopts them except
 * for what was typed; `theirs` has the stored values of those fields.
 */
export function useStoredDraft<Whole extends object>(stored: Whole | undefined) {
  const [state, setState] = useState<StoredDraft<Whole> | null>(() => unchanged(stored));
  let now = state;
  if (stored && stored !== state?.opened) {
    now = state
      ? { opened: stored, ...rebase({ ...stored, ...state.draft }, state.opened, stored) }
      : unchanged(stored);
    setState(now);
  }
  return {
    opened: now?.opened,
    draft: now?.draft,
    theirs: saidAt(now?.theirs ?? {}, theirsText),
    isChanged: now !== null && !isSame(now.draft, now.opened),
    change: (draft: Whole) => setState((before) => before && { ...before, draft }),
    discard: () => setState(unchanged(stored)),
  };
}

function unchanged<Whole>(stored: Whole | undefined): StoredDraft<Whole> | null {
  return stored ? { opened: stored, draft: stored, theirs: {} } : null;
}

function fieldsOf<Draft extends object>(
  draft: Draft,
  errors: DraftErrors<Draft>,
  change: (part: Partial<Draft>) => void,
) {
  const set = <Name extends keyof Draft>(name: Name, value: Draft[Name]) => {
    const part: Partial<Draft> = {};
    part[name] = value;
    change(part);
  };
  return {
    /** For an input. */
    text: <Name extends NameOf<Draft, string>>(name: Name) => ({
      value: draft[name] as string,
      error: errors[name],
      autoComplete: 'off',
      onChange: ({ target }: { target: { value: string } }) =>
        set(name, target.value as Draft[Name]),
    }),
    /** For a control with a value, such as a choice. */
    field: <Name extends keyof Draft>(name: Name) => ({
      value: draft[name],
      error: errors[name],
      onChange: (value: Draft[Name]) => set(name, value),
    }),
    /** For a switch. */
    toggle: <Name extends NameOf<Draft, boolean>>(name: Name) => ({
      checked: draft[name] as boolean,
      onChange: (checked: boolean) => set(name, checked as Draft[Name]),
    }),
  };
}

type NameOf<Draft, Value> = {
  [Name in keyof Draft]: Draft[Name] extends Value ? Name : never;
}[keyof Draft];

type Issue = { path: readonly PropertyKey[]; message: string };

export function errorsByField<Draft>(issues: readonly Issue[] = []): DraftErrors<Draft> {
  const errors = issues.map(({ path, message }) => [path[0], friendlyMessage(message)]);
  return Object.fromEntries(errors.reverse()) as DraftErrors<Draft>;
}

/** The changed fields; another user may have changed the rest. Null and '' are equal. */
export function changesOf<After extends object>(
  before: { readonly [Field in keyof After]?: unknown },
  after: After,
): Partial<After> {
  const old = new Map<string, unknown>(Object.entries(before));
  const changed = Object.entries(after).filter(
    ([name, value]) => (old.get(name) ?? null) !== (value ?? null),
  );
  return Object.fromEntries(changed) as Partial<After>;
}

/** `toInput` of the changes; null if there are none. */
export function ifChanged<After extends object, Input>(
  before: { readonly [Field in keyof After]?: unknown },
  after: After,
  toInput: (changes: Partial<After>) => Input,
): Input | null {
  const changes = changesOf(before, after);
  return Object.keys(changes).length > 0 ? toInput(changes) : null;
}

export function changedGroups<Whole extends object>(
  before: Whole,
  after: Whole,
): { [G in keyof Whole]?: Partial<NonNullable<Whole[G]>> } {
  const old = new Map<string, unknown>(Object.entries(before));
  const groups = Object.entries(after)
    .map(([name, group]) => [name, changesOf(Object(old.get(name) ?? {}), Object(group))] as const)
    .filter(([, changes]) => Object.keys(changes).length > 0);
  return Object.fromEntries(groups) as { [G in keyof Whole]?: Partial<NonNullable<Whole[G]>> };
}
