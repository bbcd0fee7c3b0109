import type { Key } from '@keydesk/shared/keys/key';
import { awayText } from '@keydesk/shared/keys/key-place';
import { t } from '@keydesk/shared/texts/en/desk';
import { Truck } from 'lucide-react';
import { useMemo, useState } from 'react';
import { api, call, getErrorMessage } from '../../../lib/api.ts';
import { awayFrom, type Desks } from '../../../lib/campus.ts';
import { useSendOnce } from '../../../lib/hooks.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Button } from '../../../ui/button.tsx';
import { showError, showSuccess } from '../../../ui/toast/show-toast.ts';

type AwayKeysProps = {
  keys: readonly Key[];
  desks: Desks;
  everywhere: boolean;
  onConfirmed: () => void;
};

const firstRows = 3;

/** Keys at a desk that is not their home. Both desks list them until the home confirms. */
export function AwayKeys({ keys, desks, everywhere, onConfirmed }: AwayKeysProps) {
  const [all, setAll] = useState(false);
  const away = useMemo(() => awayKeys(keys, desks, everywhere), [keys, desks, everywhere]);
  if (away.length === 0) return null;
  const shown = all ? away : away.slice(0, firstRows);
  const more = away.length - shown.length;
  return (
    <section aria-labelledby="away-keys" className="mb-4 card px-4 pt-3 pb-2 sm:mb-5 sm:px-5">
      <h2 id="away-keys" className="flex items-center gap-2 text-sm font-semibold text-out">
        <Truck aria-hidden className="size-4.5" />
        {t('not-at-home')}
      </h2>
      <ul className="mt-1 divide-y divide-line">
        {shown.map(({ item, text, confirmable }) => (
          <li key={item._id} className="flex flex-wrap items-center gap-x-4 gap-y-1.5 py-2.5">
            <span className="min-w-0 flex-1 basis-40 font-semibold wrap-anywhere">{text}</span>
            {confirmable && <BackHomeButton item={item} onConfirmed={onConfirmed} />}
          </li>
        ))}
      </ul>
      {more > 0 && (
        <Button variant="quiet" size="small" onClick={() => setAll(true)}>
          {t('show-so-many-more', { count: more })}
        </Button>
      )}
    </section>
  );
}

type AwayKey = {
  item: Key;
  text: string;
  confirmable: boolean;
};

function awayKeys(keys: readonly Key[], desks: Desks, everywhere: boolean): AwayKey[] {
  const { here } = desks;
  return keys.flatMap((item) => {
    const away = awayFrom(item, desks);
    if (!away) return [];
    const { currentDesk, home } = away;
    if (here && !everywhere && home !== here && currentDesk !== here) return [];
    const text = awayText(currentDesk.name, home.name, item.keyNumber);
    return [{ item, text, confirmable: here === null || home === here }];
  });
}

function BackHomeButton({ item, onConfirmed }: { item: Key; onConfirmed: () => void }) {
  const confirm = useSendOnce({
    mutationFn: (_press: null) => call(api.backHome, { params: { id: item._id } }),
    onSuccess: ({ message }) => {
      if (message) showSuccess(message);
      onConfirmed();
    },
    onError: (cause) => showError(getErrorMessage(cause)),
  });
  return (
    <ActionButton
      size="small"
      variant="secondary"
      aria-label={t('back-home-of', item)}
      busy={confirm.isPending}
      onClick={() => confirm.mutate(null)}
    >
      {t('back-home')}
    </ActionButton>
  );
}
