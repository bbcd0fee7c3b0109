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
) {
  const [draft, setDraft] = useState(initial);
  const [errors, setErrors] = useState<DraftErrors<Draft>>({});
  const change = (part: Partial<Draft>) => {
    setDraft((current) => ({ ...current, ...part }));
    setErrors({});
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = errorsOf(draft);
    // The fields have to be marked before the first of them can be found.
    flushSync(() => setErrors(found));
    if (Object.keys(found).length > 0) focusFirstInvalid(event.currentTarget);
    else onValid(draft);
  };
  return { draft, errors, change, submit };
}
