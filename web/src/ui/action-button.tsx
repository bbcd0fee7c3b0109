import { unattendedReason } from '@keydesk/shared/duty/duty';
import { t as errorText } from '@keydesk/shared/texts/en/errors';
import { t } from '@keydesk/shared/texts/en/page';
import { CloudOff } from 'lucide-react';
import { type ComponentProps, type MouseEvent, useState } from 'react';
import { useConnection } from '../lib/live/connection.ts';
import { useDeskComputer } from '../lib/session.ts';
import { Button, IconButton } from './button.tsx';
import { Notice } from './notice.tsx';
import { showError } from './toast/show-toast.ts';

/** A button whose action needs the server; offline it only says why it does nothing. */
export function ActionButton(props: ComponentProps<typeof Button>) {
  return <Button {...props} {...useOnlineOnly(props)} />;
}

/** For actions that need a guard on duty at a desk's computer. */
export function OnDutyButton(props: ComponentProps<typeof Button>) {
  const at = useDeskComputer();
  const reason = at && unattendedReason(at);
  return <ActionButton {...props} {...(reason && refusing(errorText(reason)))} />;
}

function refusing(why: string): OnlineOnlyProps {
  return {
    title: why,
    'aria-disabled': true,
    onClick: (event: MouseEvent) => {
      // Keeps a submit button from sending its form.
      event.preventDefault();
      showError(why);
    },
  };
}

/** Offline the button stays focusable, but only says why it does nothing. */
function useOnlineOnly(props: OnlineOnlyProps): OnlineOnlyProps {
  if (useConnection() !== 'offline') return props;
  return { ...refusing(t('needs-server')), 'aria-describedby': offlineReasonId };
}

export function ActionIconButton(props: ComponentProps<typeof IconButton>) {
  return <IconButton {...props} {...useOnlineOnly(props)} />;
}

const offlineReasonId = 'offline-reason';

/** For a dialog, which covers the page's own notice. */
export function OfflineNotice() {
  return (
    useConnection() === 'offline' && (
      <Notice tone="warning" icon={<CloudOff aria-hidden />}>
        {t('needs-server')}
      </Notice>
    )
  );
}

/** Null for a failure whose place the offline notice takes: nothing is left of it afterwards. */
export function useFailureOnline<T extends { repeatable: boolean }>(failure: T | null): T | null {
  const offline = useConnection() === 'offline';
  const [replaced, setReplaced] = useState<T | null>(null);
  if (offline && failure?.repeatable && failure !== replaced) setReplaced(failure);
  return failure === replaced ? null : failure;
}

type OnlineOnlyProps = Pick<
  ComponentProps<'button'>,
  'onClick' | 'title' | 'aria-disabled' | 'aria-describedby'
>;

/** The description of all disabled buttons; rendered once, at the root of the page. */
export function OfflineReason() {
  return (
    useConnection() === 'offline' && (
      <p id={offlineReasonId} hidden>
        {t('needs-server')}
      </p>
    )
  );
}
