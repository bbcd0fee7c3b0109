import { plural } from '@keydesk/shared/core/text';
import type { Key } from '@keydesk/shared/keys/key';
import { CircleAlert } from 'lucide-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import { getErrorMessage } from '../../../lib/api.ts';
import { storageLocationText, useDesks } from '../../../lib/campus.ts';
import { useLastNonNull } from '../../../lib/hooks.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { KeyNumber } from '../../../ui/record-link.tsx';
import { showSuccess } from '../../../ui/toast/show-toast.ts';
import { collectKey } from './collect-dialog.tsx';
import { resultTitle } from './handover-result.ts';

type CollectManyDialogProps = {
  /** The keys to collect; their loans are the ones shown. Null closes the dialog. */
  items: readonly Key[] | null;
  onClose: () => void;
  onCollected: () => void;
};

/** Collecting several keys by hand: names them all, collects each, and says which it did not and why. */
export function CollectManyDialog({ items, onClose, onCollected }: CollectManyDialogProps) {
  const [reason, setReason] = useState('');
  const [done, setDone] = useState<number | null>(null);
  const [failed, setFailed] = useState<readonly NotCollected[]>([]);
  const shown = useLastNonNull(items) ?? [];
  const formId = useId();
  const collectButton = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(items);
  if (items && items !== opened) {
    setOpened(items);
    setReason('');
    setFailed([]);
  }
  const busy = done !== null;
  const close = () => {
    if (!busy) onClose();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!items || busy || failed.length > 0) return;
    setDone(0);
    const refused = await collectMany(items, reason, setDone);
    setDone(null);
    onCollected();
    setFailed(refused);
    if (refused.length > 0) return;
    showSuccess(`${plural(items.length, 'key')} collected successfully`);
    onClose();
  };
  return (
    <Dialog
      open={items !== null}
      onClose={close}
      insistent={busy}
      wide
      title={<span className="text-2xl">Collect {plural(shown.length, 'key')}</span>}
      popup={{ initialFocus: collectButton }}
      actions={
        failed.length > 0 ? (
          <Button size="large" onClick={close}>
            Close
          </Button>
        ) : (
          <>
            <Button variant="secondary" size="large" onClick={close} disabled={busy}>
              Cancel
            </Button>
            <ActionButton ref={collectButton} type="submit" form={formId} size="large" busy={busy}>
              {busy
                ? `Collecting ${done} of ${shown.length}`
                : `Collect ${plural(shown.length, 'key')}`}
            </ActionButton>
          </>
        )
      }
    >
      {failed.length > 0 ? (
        <FailedKeys failed={failed} total={shown.length} />
      ) : (
        <form id={formId} onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
          <ul aria-label="Keys to collect" className="divide-y divide-line border-y border-line">
            {shown.map((item) => (
              <KeyLine key={item._id} item={item} text={item.takenBy?.name ?? 'Unknown User'} />
            ))}
          </ul>
          <TextField
            label="Reason (optional)"
            value={reason}
            maxLength={500}
            autoComplete="off"
            disabled={busy}
            onChange={(event) => setReason(event.target.value)}
          />
        </form>
      )}
    </Dialog>
  );
}

/** The keys that were not collected now, each with the reason: some may have been back already. */
function FailedKeys({ failed, total }: { failed: readonly NotCollected[]; total: number }) {
  const allBack = failed.every(({ isBack }) => isBack);
  return (
    <>
      <Notice tone={allBack ? 'info' : 'error'} icon={<CircleAlert aria-hidden />}>
        {total - failed.length} of {plural(total, 'key')} collected.{' '}
        {allBack ? 'The others were back already:' : 'These were not:'}
      </Notice>
      <ul aria-label="Not collected" className="mt-4 divide-y divide-line border-y border-line">
        {failed.map(({ item, message }) => (
          <KeyLine key={item._id} item={item} text={message} />
        ))}
      </ul>
    </>
  );
}

function KeyLine({ item, text }: { item: Key; text: string }) {
  const spot = storageLocationText(item, useDesks());
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 py-2.5">
      <KeyNumber number={item.keyNumber} className="min-w-28 text-xl" />
      <span className="min-w-0 flex-1 basis-56">
        <span className="block font-medium wrap-anywhere">{item.keyName}</span>
        <span className="block text-sm text-muted wrap-anywhere">{text}</span>
        {spot && (
          <span className="block text-lg/snug font-semibold wrap-anywhere">
            <Facts>{spot}</Facts>
          </span>
        )}
      </span>
    </li>
  );
}

/** A key that was not collected now, and why: it is back already, or it failed. */
type NotCollected = { item: Key; message: string; isBack: boolean };

/** So many calls are under way at a time. */
const atOnce = 4;

/**
 * Collects these keys, each by itself: one that fails keeps no other from coming back.
 * `onProgress` gets the number of keys done; returns those that were not collected now, in the order
 * given.
 */
export async function collectMany(
  items: readonly Key[],
  reason: string,
  onProgress: (done: number) => void,
): Promise<NotCollected[]> {
  const left = new Map<Key, NotCollected>();
  const waiting = [...items];
  let done = 0;
  const work = async (): Promise<void> => {
    for (let item = waiting.shift(); item; item = waiting.shift()) {
      const notCollected = await collectOne(item, reason);
      if (notCollected) left.set(item, notCollected);
      done += 1;
      onProgress(done);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return items.flatMap((item) => left.get(item) ?? []);
}

async function collectOne(item: Key, reason: string): Promise<NotCollected | null> {
  try {
    const outcome = await collectKey({ item, reason });
    return outcome.repeated ? { item, message: resultTitle(outcome), isBack: true } : null;
  } catch (cause) {
    return { item, message: getErrorMessage(cause), isBack: false };
  }
}
