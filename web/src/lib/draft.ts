import { friendlyMessage } from '@keydesk/shared/core/client-errors';
import { type FormEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { focusFirstInvalid } from './browser.ts';

/** What is wrong with the fields of a draft. */
export type DraftErrors<Draft> = { [Field in keyof Draft]?: string };

/**
 * What a form has so far. Its errors are looked for when it is sent, and are gone with the next
 * change; the first field with an error gets the focus.
 */
export function useDraft<Draft extends object>(
  initial: Draft | (() => Draft),
  errorsOf: (draft: Draft) => DraftErrors<Draft>,
  onValid: (draft: Draft) => void,
  onChange?: () => void,
) {
  const [draft, setDraft] = useState(initial);
  const [errors, setErrors] = useState<DraftErrors<Draft>>({});
  const change = (part: Partial<Draft>) => {
    setDraft((current) => ({ ...current, ...part }));
    setErrors({});
    onChange?.();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // A dialog's form may be inside another one for React.
    event.stopPropagation();
    const found = errorsOf(draft);
    // The fields have to be marked before the first of them can be found.
    flushSync(() => setErrors(found));
    if (Object.keys(found).length > 0) focusFirstInvalid(event.currentTarget);
    else onValid(draft);
  };
  return { draft, errors, change, submit, ...fieldsOf(draft, errors, change) };
}

/** The props of fields, by the name of what they hold. */
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
    /** Of an input. */
    text: <Name extends NameOf<Draft, string>>(name: Name) => ({
      value: draft[name] as string,
      error: errors[name],
      autoComplete: 'off',
      onChange: ({ target }: { target: { value: string } }) =>
        set(name, target.value as Draft[Name]),
    }),
    /** Of whatever hands over its value, such as a choice. */
    field: <Name extends keyof Draft>(name: Name) => ({
      value: draft[name],
      error: errors[name],
      onChange: (value: Draft[Name]) => set(name, value),
    }),
    /** Of a switch. */
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

/** What a schema finds wrong, by field: the first of each. */
export function errorsByField<Draft>(issues: readonly Issue[] = []): DraftErrors<Draft> {
  const errors = issues.map(({ path, message }) => [path[0], friendlyMessage(message)]);
  return Object.fromEntries(errors.reverse()) as DraftErrors<Draft>;
}

/**
 * What an edit changes. Only that is sent: somebody else may have changed the rest since the form
 * was opened. Null and nothing are the same.
 */
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

/** What `toInput` makes of what an edit changes; null where it changes nothing. */
export function ifChanged<After extends object, Input>(
  before: { readonly [Field in keyof After]?: unknown },
  after: After,
  toInput: (changes: Partial<After>) => Input,
): Input | null {
  const changes = changesOf(before, after);
  return Object.keys(changes).length > 0 ? toInput(changes) : null;
}

/** The same for what is only saved whole, group by group: what is stored now, with these changes. */
export function withChanges<Whole extends object>(
  stored: Whole,
  before: Whole,
  after: Whole,
): Whole {
  const groups = Object.entries(after).map(([name, group]) => {
    const [now, old] = [stored, before].map((whole) => new Map(Object.entries(whole)).get(name));
    return [name, { ...now, ...changesOf(old ?? {}, group) }];
  });
  return { ...stored, ...Object.fromEntries(groups) };
}
