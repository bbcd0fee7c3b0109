import { isOverdue } from '@keydesk/shared/due/overdue';
import type { Key } from '@keydesk/shared/keys/key';
import { useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { type ReactNode, use } from 'react';
import { serverNow } from '../../lib/clock.ts';
import { useUser } from '../../lib/session.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { QrCodeIcon } from '../../ui/qr-code-icon.ts';
import { useNotFree } from './keys-access.ts';
import { OpenKeyContext } from './open-key-context.ts';
import { myTakenQuery } from './queries.ts';

type TakeActionProps = {
  item: Key;
  onReturn: (overdue: Key) => void;
  /** The action for a key that is free. */
  children: ReactNode;
};

/** What to do about a key at the desk: take it, or the one next step if the reader may not. */
export function TakeAction({ item, onReturn, children }: TakeActionProps) {
  const notFree = useNotFree(item._id);
  if (!notFree) return children;
  return notFree.code === 'OVERDUE_KEY' ? (
    <ReturnFirst onReturn={onReturn} otherwise={<WhyButton item={item} />} />
  ) : (
    <WhyButton item={item} />
  );
}

type ReturnFirstProps = { onReturn: TakeActionProps['onReturn']; otherwise: ReactNode };

/** Shows the return code of the key that has been overdue for longest. */
function ReturnFirst({ onReturn, otherwise }: ReturnFirstProps) {
  const { data: taken = [] } = useQuery(myTakenQuery(useUser()?.id ?? ''));
  const [overdue] = taken
    .filter((key) => isOverdue(key, serverNow()))
    .sort((a, b) => Date.parse(a.graceUntil ?? '') - Date.parse(b.graceUntil ?? ''));
  if (!overdue) return otherwise;
  return (
    <ActionButton
      size="small"
      variant="secondary"
      aria-label={`Show return code of ${overdue.keyNumber}`}
      onClick={() => onReturn(overdue)}
    >
      <QrCodeIcon aria-hidden className="size-4.5 text-accent" />
      Return first
    </ActionButton>
  );
}

/** Opens the details, which say why the reader may not take the key. */
function WhyButton({ item }: { item: Key }) {
  const openKey = use(OpenKeyContext);
  if (!openKey) return null;
  return (
    <ActionButton
      size="small"
      variant="secondary"
      aria-label={`Why you cannot take ${item.keyNumber}`}
      onClick={() => openKey(item._id)}
    >
      <Lock aria-hidden className="size-4.5 text-accent" />
      Why?
    </ActionButton>
  );
}
