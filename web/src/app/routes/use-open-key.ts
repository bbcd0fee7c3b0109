import { isId } from '@keydesk/shared/id';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useRef, useState } from 'react';

type Search = { key?: unknown };

/** The key whose details the address asks for (`?key=`), and how to open and close them. */
export const useOpenKey = () => {
  // Selected, so that the frame is not drawn anew for what else the address says.
  const key = useSearch({ strict: false, select: (search: Search) => search.key });
  const navigate = useNavigate();
  const { history } = useRouter();
  const openedHere = useRef(false);
  const keyId = isId(key) ? key : null;
  // The dialog keeps its content while it goes away.
  const [shownId, setShownId] = useState(keyId);
  if (keyId !== null && keyId !== shownId) setShownId(keyId);
  const openKey = useCallback(
    (id: string) => {
      openedHere.current = true;
      void navigate({
        to: '.',
        search: (before: Search) => ({ ...before, key: id }),
        resetScroll: false,
      });
    },
    [navigate],
  );
  const closeKey = useCallback(() => {
    // Going back leaves no second page behind for the browser's own back button.
    if (openedHere.current) history.back();
    else
      void navigate({
        to: '.',
        search: ({ key: _, ...rest }: Search) => rest,
        replace: true,
        resetScroll: false,
      });
    openedHere.current = false;
  }, [navigate, history]);
  return { shownId, open: keyId !== null, openKey, closeKey };
};
