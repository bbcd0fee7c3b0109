import { may } from '@keydesk/shared/users/role';
import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useUser } from '../../lib/session.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { QrCodeIcon } from '../../ui/qr-code-icon.ts';

type ShowCodeProps = { keyId: string; keyNumber: string };

/** Opens the code with which the desk hands the key over; nothing for people without such a page. */
export function ShowCode({ keyId, keyNumber }: ShowCodeProps) {
  const showCode = useShowCode();
  return (
    showCode && (
      <ActionButton aria-label={`Show code: ${keyNumber}`} onClick={() => showCode(keyId)}>
        <QrCodeIcon aria-hidden className="size-4.5" />
        Show code
      </ActionButton>
    )
  );
}

/** Opens the code of a key; null for people without a page with codes. */
export function useShowCode(): ((keyId: string) => void) | null {
  const navigate = useNavigate();
  const shows = may(useUser()?.role ?? 'pending', 'openFacultyPages');
  const show = useCallback(
    (keyId: string) =>
      void navigate({
        to: '/dashboard/faculty/$tab',
        params: { tab: 'keylist' },
        search: { code: `key-request.${keyId}` } as object,
      }),
    [navigate],
  );
  return shows ? show : null;
}
