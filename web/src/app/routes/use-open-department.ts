import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useRef } from 'react';
import { parseDepartment, shownDepartments } from '../../features/keys/departments.tsx';
import { useCampus } from '../../lib/campus.ts';

/** The open department (`?department=` in the address), and how to open and close one. */
export function useOpenDepartment() {
  const search: { department?: unknown } = useSearch({ strict: false });
  const navigate = useNavigate();
  const { history } = useRouter();
  const openedHere = useRef(false);
  const onOpenDepartment = useCallback(
    (department: string) => {
      openedHere.current = true;
      void navigate({ to: '.', search: { department } });
    },
    [navigate],
  );
  const onCloseDepartment = useCallback(() => {
    // Going back leaves no extra entry for the browser's back button.
    if (openedHere.current) history.back();
    else void navigate({ to: '.', search: {}, replace: true });
    openedHere.current = false;
  }, [navigate, history]);
  const department = parseDepartment(search.department, shownDepartments(useCampus()));
  return { department, onOpenDepartment, onCloseDepartment };
}
