import { createContext, use, useId, useLayoutEffect } from 'react';

/** The unsaved forms inside; null where closing asks nothing. */
export const UnsavedForms = createContext<Set<string> | null>(null);

/** Reports to the dialog around a form that closing would lose input. */
export function useUnsaved(unsaved: boolean): void {
  const forms = use(UnsavedForms);
  const id = useId();
  useLayoutEffect(() => {
    if (!forms || !unsaved) return;
    forms.add(id);
    return () => void forms.delete(id);
  }, [forms, id, unsaved]);
}
