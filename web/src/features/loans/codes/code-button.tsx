import { isOverdue } from '@keydesk/shared/due/calendar';
import { may } from '@keydesk/shared/http/roles';
import { isHeldBy, type Key } from '@keydesk/shared/keys/key';
import { t } from '@keydesk/shared/texts/en/code-buttons';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import { type ReactNode, use, useCallback } from 'react';
import { serverNow } from '../../../lib/clock.ts';
import { useUser } from '../../../lib/session.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { QrCodeIcon } from '../../../ui/qr-code-icon.ts';
import { OpenKeyContext } from '../../../ui/record-link.tsx';
import { useNotFree } from '../../keys/keys-access.tsx';
import { myTakenQuery } from '../../keys/queries.ts';
import type { ShowCode } from './shown-code.ts';

type CodeButtonProps = {
  item: Key;
  onShow: ShowCode;
  /** In a list of keys the button is small and not the primary action. */
  inList?: boolean;
  otherwise?: ReactNode;
};

/** Shows the code to take or return a key. If the reader may not take it, shows the next step. */
export function CodeButton({ item, onShow, inList = false, otherwise = null }: CodeButtonProps) {
  const readerId = useUser()?.id;
  const notFree = useNotFree(item._id);
  const isFree = item.status === 'available';
  if (isFree && notFree?.code === 'OVERDUE_KEY')
    return <ReturnFirst onShow={onShow} otherwise={<WhyButton item={item} />} />;
  if (isFree && notFree) return <WhyButton item={item} />;
  if (!isFree && !isHeldBy(item, readerId)) return otherwise;
  return (
    <ActionButton
      size={inList ? 'small' : 'medium'}
      variant={inList ? 'secondary' : 'primary'}
      onClick={() => onShow(isFree ? 'key-request' : 'key-return', item)}
    >
      {!inList && <QrCodeIcon aria-hidden className="size-4.5" />}
      {t(isFree ? 'generate' : 'show-return')}
    </ActionButton>
  );
}

type ReturnFirstProps = { onShow: ShowCode; otherwise: ReactNode };

function ReturnFirst({ onShow, otherwise }: ReturnFirstProps) {
  const { data: taken = [] } = useQuery(myTakenQuery(useUser()?.id ?? ''));
  const [overdue] = taken
    .filter((key) => isOverdue(key, serverNow()))
    .sort((a, b) => Date.parse(a.graceUntil ?? '') - Date.parse(b.graceUntil ?? ''));
  if (!overdue) return otherwise;
  return (
    <ActionButton
      size="small"
      variant="secondary"
      aria-label={t('show-return-of', overdue)}
      onClick={() => onShow('key-return', overdue)}
    >
      {t('return-first')}
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
      aria-label={t('why-not', item)}
      onClick={() => openKey(item._id)}
    >
      <Lock aria-hidden className="size-4.5 text-accent" />
      {t('why')}
    </ActionButton>
  );
}

/** The reader's code for a key, in its details. Empty for people without a page with codes. */
export function CodeFromDetails({ item }: { item: Key }) {
  const role = useUser()?.role ?? 'pending';
  const show = useShowInstead();
  return may(role, 'openFacultyPages') && <CodeButton item={item} onShow={show} />;
}

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
