import type { Key } from '@keydesk/shared/keys/key';
import { t as actionText } from '@keydesk/shared/texts/en/actions';
import { t } from '@keydesk/shared/texts/en/handovers';
import { t as noteText } from '@keydesk/shared/texts/en/notes';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import {
  type ComponentProps,
  type FormEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { getErrorMessage } from '../../../lib/api.ts';
import { storageLocationText, useDesks } from '../../../lib/campus.ts';
import { useLastNonNull } from '../../../lib/hooks.ts';
import { OnDutyButton } from '../../../ui/action-button.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Dotted } from '../../../ui/dotted.tsx';
import { CheckField, TextField } from '../../../ui/fields.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { KeyNumber } from '../../../ui/record-link.tsx';
import { keysQuery, useRefetchKeys } from '../../keys/queries.ts';
import { isTakenBack } from './handover.ts';
import { takeBack } from './handover-calls.ts';
import {
  collectedTogether,
  correctionsOf,
  type HandoverResult,
  type KeyHandover,
  resultTitle,
} from './handover-result.ts';
import { BatchRows } from './handover-result-dialog.tsx';

type CollectManyDialogProps = {
  /** The keys to collect; their loans are the ones shown. Null closes the dialog. */
  items: readonly Key[] | null;
  /** The guard chooses among them, at first none or all; without it all are collected. */
  choose?: 'none' | 'all';
  /** All of them were collected; replaces `onClose`. */
  onCollected: (outcome: HandoverResult) => void;
  onClose: () => void;
};

export function CollectManyDialog(props: CollectManyDialogProps) {
  const { items, choose, onCollected, onClose } = props;
  const refetchKeys = useRefetchKeys();
  const [reason, setReason] = useState('');
  const [underWay, setUnderWay] = useState<{ items: readonly Key[]; done: number } | null>(null);
  const [refused, setRefused] = useState<readonly Tried[] | null>(null);
  const shown = useLastNonNull(items) ?? [];
  const { data: keys } = useQuery(keysQuery);
  const [unticked, setUnticked] = useState<ReadonlySet<string>>(new Set());
  const open = underWay?.items ?? shown.filter((item) => !changeOf(item, keys));
  const left = open.filter(({ _id }) => !unticked.has(_id));
  const formId = useId();
  const mainButton = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(items);
  if (items && items !== opened) {
    setOpened(items);
    setReason('');
    setRefused(null);
    setUnderWay(null);
    setUnticked(new Set(choose === 'none' ? items.map(({ _id }) => _id) : []));
  }
  // The focused button has disappeared or has another meaning now.
  const asksNothing = refused !== null || open.length === 0;
  useLayoutEffect(() => {
    if (asksNothing) mainButton.current?.focus();
  }, [asksNothing]);
  const busy = underWay !== null;
  const close = () => {
    if (!busy) onClose();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!items || busy || left.length === 0) return;
    setUnderWay({ items: left, done: 0 });
    const tried = await collectMany(left, reason, (done) => setUnderWay({ items: left, done }));
    refetchKeys();
    if (tried.some(({ message }) => message)) {
      setUnderWay(null);
      return setRefused(tried);
    }
    // `underWay` stays: while the dialog closes, its keys are back and none would be left.
    const outcomes = tried.flatMap(({ outcome }) => outcome ?? []);
    const [first, ...others] = outcomes;
    if (first) onCollected(others.length === 0 ? first : collectedTogether(outcomes));
  };
  return (
    <Dialog
      open={items !== null}
      onClose={close}
      modal={busy}
      unsaved={reason !== '' && !asksNothing}
      wide
      title={
        <span className="text-xl">{t('collect-several', { count: (refused ?? left).length })}</span>
      }
      popup={{ initialFocus: mainButton }}
      actions={
        asksNothing ? (
          <Button ref={mainButton} size="large" onClick={close}>
            {actionText('close')}
          </Button>
        ) : (
          <>
            <Button variant="secondary" size="large" onClick={close} disabled={busy}>
              {actionText('cancel')}
            </Button>
            <OnDutyButton
              ref={mainButton}
              type="submit"
              form={formId}
              size="large"
              busy={busy}
              aria-disabled={left.length === 0}
            >
              {underWay
                ? t('collecting', { done: underWay.done, count: left.length })
                : t('collect-several', { count: left.length })}
            </OnDutyButton>
          </>
        )
      }
    >
      {refused ? (
        <RefusedKeys tried={refused} now={keys} />
      ) : (
        <form id={formId} onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
          {choose && open.length > left.length && (
            <Button
              variant="quiet"
              size="small"
              className="-ms-3 -mb-3 self-start"
              onClick={() => setUnticked(new Set())}
            >
              {t('select-all', { count: open.length })}
            </Button>
          )}
          <ul
            aria-label={t('keys-to-collect')}
            className="divide-y divide-line border-y border-line"
          >
            {shown.map((item) => (
              <KeyLine
                key={item._id}
                item={item}
                box={
                  choose && {
                    disabled: busy || !open.includes(item),
                    checked: left.includes(item),
                    onChange: () => setUnticked((before) => without(before, item._id)),
                  }
                }
                text={
                  (!busy && changeOf(item, keys)?.message) ||
                  (item.takenBy?.name ?? t('unknown-user'))
                }
              />
            ))}
          </ul>
          <TextField
            label={noteText('reason-optional')}
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

/** What became of the loan shown, if it has ended; null while it is open. */
function changeOf(shown: Key, keys: readonly Key[] | undefined) {
  const now = keys?.find(({ _id }) => _id === shown._id);
  if (!now || !isTakenBack(now, shown)) return null;
  return now.takenBy
    ? { isBack: false, message: t('has-it-now', now.takenBy) }
    : { isBack: true, message: t('back-by-then') };
}

type RefusedKeysProps = { tried: readonly Tried[]; now: readonly Key[] | undefined };

/**
 * Keys that were not collected, with the reason, then where the others belong. A return that no
 * longer holds, because it was undone or the key went out again, is among the first.
 */
function RefusedKeys({ tried, now }: RefusedKeysProps) {
  const seen = tried.map((one) => corrected(one, now));
  const out = seen.filter(({ isBack }) => !isBack).length;
  const back = seen.flatMap(({ message, outcome }) => (!message && outcome) || []);
  return (
    <>
      <Notice tone={out === 0 ? 'info' : 'error'} icon={<CircleAlert aria-hidden />}>
        {t('back-of', { back: seen.length - out, count: seen.length, out })}
      </Notice>
      <ul
        aria-label={t('not-collected')}
        className="mt-4 divide-y divide-line border-y border-line"
      >
        {seen.map(
          ({ item, message }) => message && <KeyLine key={item._id} item={item} text={message} />,
        )}
      </ul>
      {back.length > 0 && <BatchRows outcome={collectedTogether(back)} corrections={[]} />}
    </>
  );
}

/** The outcome for a key by the key list, which also covers a lost answer. */
function corrected(one: Tried, now: readonly Key[] | undefined): Tried {
  if (!one.outcome)
    return changeOf(one.item, now)?.isBack
      ? { ...one, isBack: true, message: t('back-by-then') }
      : one;
  const [correction] = correctionsOf(one.outcome, now);
  return correction ? { ...one, isBack: false, message: correction.text } : one;
}

/** Takes an element out of a set, or puts it in. */
function without(before: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const others = [...before].filter((one) => one !== id);
  return new Set(before.has(id) ? others : [...others, id]);
}

type KeyLineProps = {
  item: Key;
  text: string;
  box?: Omit<ComponentProps<typeof CheckField>, 'label'> | undefined;
};

function KeyLine({ item, text, box }: KeyLineProps) {
  const place = storageLocationText(item, useDesks());
  const number = <KeyNumber number={item.keyNumber} className="text-xl" />;
  const words = (
    <>
      <Dotted>
        {text}
        {item.keyName}
      </Dotted>
      {place && (
        <span className="block text-base font-semibold text-ink">
          <Dotted>{place}</Dotted>
        </span>
      )}
    </>
  );
  return (
    <li className="flex min-h-14 items-center py-2">
      {box ? (
        <CheckField {...box} label={number} hint={words} className="flex-1" />
      ) : (
        <div className="min-w-0 wrap-anywhere">
          {number}
          <p className="text-sm text-muted">{words}</p>
        </div>
      )}
    </li>
  );
}

/** `message` says why the key was not collected: already back, or a failure. '' on success. */
type Tried = { item: Key; message: string; isBack: boolean; outcome?: KeyHandover };

/** Maximum of concurrent calls. */
const atOnce = 4;

/**
 * Collects each key in its own call, so that one failure does not stop the others. `onProgress`
 * gets the number of keys done. The result has the order of `items`.
 */
export async function collectMany(
  items: readonly Key[],
  reason: string,
  onProgress: (done: number) => void,
): Promise<Tried[]> {
  const tried = new Map<Key, Tried>();
  const waiting = [...items];
  const work = async (): Promise<void> => {
    for (let item = waiting.shift(); item; item = waiting.shift()) {
      tried.set(item, await collectOne(item, reason));
      onProgress(tried.size);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return items.flatMap((item) => tried.get(item) ?? []);
}

async function collectOne(item: Key, reason: string): Promise<Tried> {
  try {
    const outcome = await takeBack({ item, reason });
    return { item, message: outcome.repeated ? resultTitle(outcome) : '', isBack: true, outcome };
  } catch (cause) {
    return { item, message: getErrorMessage(cause), isBack: false };
  }
}
