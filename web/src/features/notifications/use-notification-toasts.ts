import type { MessageTemplate } from '@keydesk/shared/notifications/message-templates';
import type { Notification } from '@keydesk/shared/notifications/notification';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { onNotification } from '../../lib/live/events.ts';
import { useDeskComputer, useUser } from '../../lib/session.ts';
import { showActionToast } from '../../ui/toast/show-toast.ts';
import { destinationOf, linkTo } from './destination.ts';
import { isInOnesName } from './notification-text.ts';

/** What is shown as it arrives. */
const shownTemplates: readonly (MessageTemplate | undefined)[] = [
  'handover-disputed',
  'duty-disputed',
  'key-back',
  'access-requested',
  'access-approved',
  'access-denied',
];

/**
 * Shows what cannot wait over the page as it arrives: to its holder that a key was handed to them
 * without a code, to a guard that a duty began by PIN, to the desk that somebody says it was not them,
 * and to those who wait for a key that it is back. Also what is to be decided about access, and what
 * was. Returns to what the reader answered 'Not me', about which they are asked once more.
 */
export function useNotificationToasts() {
  const [denied, setDenied] = useState<Notification | null>(null);
  const navigate = useNavigate();
  const role = useUser()?.role;
  const atDesk = useDeskComputer() !== null;
  const show = useEffectEvent((arrived: Notification) => {
    const { message, template } = arrived;
    // A desk's computer disputes nothing: whoever is at it may not be the person.
    if (isInOnesName(arrived) && !atDesk)
      return showActionToast(message, { label: 'Not me', onPress: () => setDenied(arrived) });
    const destination =
      role &&
      (shownTemplates.includes(template) || isInOnesName(arrived)) &&
      destinationOf(arrived, role);
    if (destination)
      showActionToast(message, {
        label: 'Show',
        onPress: () => void navigate(linkTo(destination)),
      });
  });
  useEffect(() => onNotification((arrived) => show(arrived)), []);
  return { denied, forget: () => setDenied(null) };
}
