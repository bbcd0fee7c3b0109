import { may } from '@keydesk/shared/http/roles';
import { isHeldBy, type Key } from '@keydesk/shared/keys/key';
import { useNavigate, useParams } from '@tanstack/react-router';
import { type ReactNode, useCallback } from 'react';
import { useUser } from '../../../lib/session.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { QrCodeIcon } from '../../../ui/qr-code-icon.ts';
import { TakeAction } from '../../keys/keys-access.tsx';
import type { ShowCode } from './shown-code.ts';

type CodeButtonProps = {
  item: Key;
  onShow: ShowCode;
  /** Among the buttons of other keys it is small, and taking is not the main thing to do. */
  inList?: boolean;
  /** For a key that another person has. */
  otherwise?: ReactNode;
};

/** Shows the code with which the reader takes a key, or returns it. */
export function CodeButton({ item, onShow, inList = false, otherwise = null }: CodeButtonProps) {
  const readerId = useUser()?.id;
  const size = inList ? 'small' : 'medium';
  if (item.status === 'available')
    return (
      <TakeAction item={item} onReturn={(overdue) => onShow('key-return', overdue)}>
        <ActionButton
          size={size}
          variant={inList ? 'secondary' : 'primary'}
          onClick={() => onShow('key-request', item)}
        >
          <QrCodeIcon aria-hidden className={inList ? 'size-4.5 text-accent' : 'size-4.5'} />
          Generate QR
        </ActionButton>
      </TakeAction>
    );
  if (!isHeldBy(item, readerId)) return otherwise;
  return (
    <ActionButton size={size} onClick={() => onShow('key-return', item)}>
      <QrCodeIcon aria-hidden className="size-4.5" />
      Show Return QR
    </ActionButton>
  );
}

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
