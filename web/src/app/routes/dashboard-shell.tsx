import { momentText } from '@keydesk/shared/core/formats';
import { isId } from '@keydesk/shared/core/is-id';
import { type DeskComputer, unattendedReason } from '@keydesk/shared/duty/duty';
import { isDesk, may } from '@keydesk/shared/http/roles';
import { t as errorText } from '@keydesk/shared/texts/en/errors';
import { t } from '@keydesk/shared/texts/en/shell';
import { Outlet, useMatch } from '@tanstack/react-router';
import { CloudOff, Printer } from 'lucide-react';
import { useState } from 'react';
import { useAccessPages } from '../../features/access/own-access.tsx';
import { useWaitingCount } from '../../features/administration/users/queries.ts';
import { Shell } from '../../features/layout/shell.tsx';
import { openOutageSheet } from '../../features/loans/desk/outage-sheet.tsx';
import { useOutageSheet } from '../../features/loans/desk/outage-sheet-query.ts';
import { useWaitingPaper } from '../../features/loans/paper-query.ts';
import { NotificationBell } from '../../features/messages/notification-bell.tsx';
import { recheckSession, signOut } from '../../features/session/check-session.ts';
import { useOpenInAddress } from '../../lib/address.ts';
import { api, call } from '../../lib/api.ts';
import { campusTimezone } from '../../lib/format.ts';
import { useOfflineReason } from '../../lib/live/connection.ts';
import { useDeskComputer, usePendingReauthentication, useUser } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { Notice } from '../../ui/notice.tsx';
import { OpenKeyContext } from '../../ui/record-link.tsx';
import { showError } from '../../ui/toast/show-toast.ts';
import { roleHome } from '../guards.ts';
import { useListsAsOf } from '../offline-cache.ts';

const KeyDetails = lazyComponent(() => import('./key-details.tsx'), 'KeyDetails');

const ConfirmSignInDialog = lazyComponent(
  () => import('../../features/session/confirm-sign-in-dialog.tsx'),
  'ConfirmSignInDialog',
);

const ShiftForm = lazyComponent(
  () => import('../../features/duty/shift-handover.tsx'),
  'ShiftForm',
);

const SessionWarning = lazyComponent(
  () => import('../../features/session/session-warning.tsx'),
  'SessionWarning',
);

const ScansElsewhere = lazyComponent(
  () => import('../../features/loans/scanner/keep-scans.tsx'),
  'ScansElsewhere',
);

/** The frame around every dashboard page, with the dialogs that can open over any of them. */
export function DashboardShell() {
  const user = useUser();
  const desk = useDeskComputer();
  const { shownId, open, openKey, closeKey } = useOpenKey();
  const settleReauthentication = usePendingReauthentication();
  const takesScans = useTakesScans();
  const access = useAccessPages();
  const waitingPaper = useWaitingPaper();
  const waitingUsers = useWaitingCount();
  const [endingDuty, setEndingDuty] = useState<string | null>(null);
  if (endingDuty !== null && desk?.duty?.locked) setEndingDuty(null);
  if (!user) return null;
  // A locked screen shows no names.
  const seesKeys = may(user.role, 'seeKeys') && !desk?.duty?.locked;
  // An enrolled computer stays signed in; Logout ends the guard's shift.
  const askToEndDuty = (at: DeskComputer) => {
    const reason = unattendedReason(at);
    if (reason) showError(errorText(reason));
    else setEndingDuty(at.duty?.id ?? null);
  };
  return (
    <Shell
      user={user}
      home={roleHome(user.role)}
      access={waitingPaper === null ? access : withPaper(access, waitingPaper)}
      waitingUsers={waitingUsers}
      atDeskComputer={desk !== null}
      onLogout={() => (desk ? askToEndDuty(desk) : void signOut())}
      // The computer itself has no notifications.
      bell={(!desk || user.id !== desk.computer.id) && <NotificationBell />}
    >
      <OfflineNotice />
      <OpenKeyContext value={seesKeys ? openKey : null}>
        <Outlet />
      </OpenKeyContext>
      {seesKeys && shownId !== null && (
        <KeyDetails key={shownId} keyId={shownId} open={open} onClose={closeKey} />
      )}
      {desk?.duty && !desk.duty.locked && desk.duty.id === endingDuty && (
        <ShiftForm ends duty={desk.duty} onEnd={endDuty} onClose={() => setEndingDuty(null)} />
      )}
      {isDesk(user.role) && <SessionWarning whileLoading={false} />}
      {isDesk(user.role) && !takesScans && <ScansElsewhere deskId={user.id} whileLoading={false} />}
      {settleReauthentication && (
        <ConfirmSignInDialog
          onSettled={settleReauthentication}
          onClose={() => settleReauthentication(false)}
        />
      )}
    </Shell>
  );
}

/** Whether the page handles the scanner itself: the desk's, and that of a count. */
function useTakesScans(): boolean {
  const options = { shouldThrow: false, select: () => true } as const;
  const desk = useMatch({ from: '/dashboard/security/$tab', ...options });
  const count = useMatch({ from: '/dashboard/count/$id', ...options });
  return desk ?? count ?? false;
}

/** Admins can always open the page, which also lists lines from paper. */
function withPaper(access: ReturnType<typeof useAccessPages>, waiting: number) {
  return { ...access, toDecide: (access.toDecide ?? 0) + waiting };
}

async function endDuty(): Promise<void> {
  await call(api.endDuty);
  await recheckSession();
}

/** The key in `?key=`, and how to open and close its details. */
function useOpenKey() {
  const { value, open: openKey, close: closeKey } = useOpenInAddress('key');
  const keyId = isId(value) ? value : null;
  // The dialog keeps its content while it closes.
  const [shownId, setShownId] = useState(keyId);
  if (keyId !== null && keyId !== shownId) setShownId(keyId);
  return { shownId, open: keyId !== null, openKey, closeKey };
}

function OfflineNotice() {
  const reason = useOfflineReason();
  // Also while connected: this keeps the sheet cached for an outage.
  const { data: sheet, dataUpdatedAt } = useOutageSheet();
  const listsAt = useListsAsOf();
  const locked = useDeskComputer()?.duty?.locked ?? false;
  if (!reason) return null;
  return (
    <Notice tone="warning" icon={<CloudOff aria-hidden />} className="mb-5">
      {/* The saved lists appear a moment after the page. */}
      {reason} {listsAt !== null && `${t('as-of', { time: asOf(listsAt) })} `}
      {t(listsAt === null ? 'nothing-until-connected' : 'no-changes-until-connected')}
      {sheet && !locked && (
        <p className="mt-2.5 flex print:hidden flex-wrap items-center gap-x-3 gap-y-1">
          <Button variant="secondary" size="small" onClick={() => openOutageSheet(sheet)}>
            <Printer aria-hidden className="size-4.5" />
            {t('outage-sheet')}
          </Button>
          {asOf(dataUpdatedAt) !== asOf(listsAt ?? 0) && t('as-of', { time: asOf(dataUpdatedAt) })}
        </p>
      )}
    </Notice>
  );
}

function asOf(moment: number): string {
  return momentText(moment, Date.now(), campusTimezone.get());
}
