import type { Key } from '@keydesk/shared/keys/key';
import { may } from '@keydesk/shared/users/role';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useUser } from '../../lib/session.ts';
import { CodeButton } from './code-button.tsx';
import type { ShowCode } from './use-shown-code.ts';

/** In the details of a key: the reader's code for it; nothing for people without a page with codes. */
export function CodeFromDetails({ item }: { item: Key }) {
  const role = useUser()?.role ?? 'pending';
  const show = useShowInstead();
  return may(role, 'openFacultyPages') && <CodeButton item={item} onShow={show} />;
}

/** Shows a code in the place of the details, on the page that has codes. */
function useShowInstead(): ShowCode {
  const navigate = useNavigate();
  const { tab } = useParams({ strict: false });
  return useCallback<ShowCode>(
    (type, { _id }) =>
      void navigate({
        to: '/dashboard/faculty/$tab',
        params: { tab: tab ?? (type === 'key-return' ? 'taken' : 'keylist') },
        search: (({ key: _, ...rest }: Record<string, unknown>) => ({
          ...(tab && rest),
          code: `${type}.${_id}`,
        })) as object,
        // Closing the code then leads to where the details were opened.
        state: ({ opened }) => ({ opened: opened === 'key' ? 'code' : undefined }),
        replace: true,
        resetScroll: false,
      }),
    [navigate, tab],
  );
}
