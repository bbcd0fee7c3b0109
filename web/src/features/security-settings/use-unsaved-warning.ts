import { useBlocker } from '@tanstack/react-router';
import { session } from '../../lib/session.ts';

const question = 'You have unsaved changes. Leave without saving?';

/** Asks before a page with unsaved changes is left; whoever signs out is not held back. */
export const useUnsavedWarning = (unsaved: boolean): void => {
  useBlocker({
    shouldBlockFn: () => unsaved && session.get().user !== null && !window.confirm(question),
    enableBeforeUnload: unsaved,
  });
};
