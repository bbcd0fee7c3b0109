import { isId } from '@keydesk/shared/id';
import { may } from '@keydesk/shared/users/role';
import { Outlet, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { CloudOff } from 'lucide-react';
import { useCallback, useRef, useState } from 'react';
import { signOut } from '../../features/auth/sign-out.ts';
import { OpenKeyContext } from '../../features/keys/open-key-context.ts';
import { Shell } from '../../features/layout/shell.tsx';
import { NotificationBell } from '../../features/notifications/notification-bell.tsx';
import { formatDateTime } from '../../lib/format.ts';
import { useOfflineReason } from '../../lib/live/connection.ts';
import { usePendingReauthentication, useUser } from '../../lib/session.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { Notice } from '../../ui/notice.tsx';
import { roleHome } from '../guards/decide-route.ts';
import { listsUpdatedAt } from '../offline-cache.ts';

const KeyDetails = lazyComponent(() =>
  import('./key-details.tsx').then((module) => module.KeyDetails),
);

const ConfirmSignInDialog = lazyComponent(() =>
  import('../../features/auth/confirm-sign-in-dialog.tsx').then(
    (module) => module.ConfirmSignInDialog,
  ),
);

/** The frame around every page of the dashboard, and the dialogs that can open over any of them. */
export function DashboardShell() {
  const user = useUser();
  const { shownId, open, openKey, closeKey } = useOpenKey();
  const settleReauthentication = usePendingReauthentication();
  if (!user) return null;
  const seesKeys = may(user.role, 'seeKeys');
  return (
    <Shell
      user={user}
      home={roleHome(user.role)}
      onLogout={() => void signOut()}
      bell={<NotificationBell />}
    >
      <OfflineNotice />
      <OpenKeyContext value={seesKeys ? openKey : null}>
        <Outlet />
      </OpenKeyContext>
      {seesKeys && shownId !== null && (
        <KeyDetails key={shownId} keyId={shownId} open={open} onClose={closeKey} />
      )}
      {settleReauthentication && (
        <ConfirmSignInDialog
          onSettled={settleReauthentication}
          onClose={() => settleReauthentication(false)}
        />
      )}
    </Shell>
  );
}

type KeySearchParams = { key?: unknown };

/** The key whose details are open (`?key=` in the address), and how to open and close them. */
function useOpenKey() {
  // Selected, so that other search parameters do not re-render the frame.
  const key = useSearch({ strict: false, select: (search: KeySearchParams) => search.key });
  const navigate = useNavigate();
  const { history } = useRouter();
  const openedHere = useRef(false);
  const keyId = isId(key) ? key : null;
  // The dialog keeps its content while it closes.
  const [shownId, setShownId] = useState(keyId);
  if (keyId !== null && keyId !== shownId) setShownId(keyId);
  const openKey = useCallback(
    (id: string) => {
      openedHere.current = true;
      void navigate({
        to: '.',
        search: (before: KeySearchParams) => ({ ...before, key: id }),
        resetScroll: false,
      });
    },
    [navigate],
  );
  const closeKey = useCallback(() => {
    // Going back leaves no extra entry for the browser's back button.
    if (openedHere.current) history.back();
    else
      void navigate({
        to: '.',
        search: ({ key: _, ...rest }: KeySearchParams) => rest,
        replace: true,
        resetScroll: false,
      });
    openedHere.current = false;
  }, [navigate, history]);
  return { shownId, open: keyId !== null, openKey, closeKey };
}

/** Says, while offline, how old the lists are. */
function OfflineNotice() {
  const reason = useOfflineReason();
  if (reason === null) return null;
  const readAt = listsUpdatedAt();
  return (
    <Notice tone="warning" icon={<CloudOff aria-hidden />} className="mb-5">
      {reason}{' '}
      {readAt === null
        ? 'Nothing can be read or changed until the connection is back.'
        : `Keys show as they were on ${formatDateTime(new Date(readAt).toISOString())}; nothing can be changed until the connection is back.`}
    </Notice>
  );
}
