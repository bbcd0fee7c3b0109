import { createContext, use, useId, useLayoutEffect } from 'react';

/** The forms below that hold something unsaved; null where nothing asks before it is lost. */
export const UnsavedForms = createContext<Set<string> | null>(null);

/** Tells the dialog around a form whether it would lose something by closing. */
export function useUnsaved(unsaved: boolean): void {
  const forms = use(UnsavedForms);
  const id = useId();
  useLayoutEffect(() => {
    if (!forms || !unsaved) return;
    forms.add(id);
    return () => void forms.delete(id);
  }, [forms, id, unsaved]);
}
