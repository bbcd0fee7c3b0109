import { compareNumbers } from '@keydesk/shared/core/formats';
import type { Key } from '@keydesk/shared/keys/key';
import type { Count, CountResult, CountScan } from '@keydesk/shared/loans/counts';
import { t as actionText } from '@keydesk/shared/texts/en/actions';
import { t } from '@keydesk/shared/texts/en/counts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { api, call, getErrorMessage } from '../../../lib/api.ts';
import { storageLocationText, useDesks } from '../../../lib/campus.ts';
import { formatTime } from '../../../lib/format.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Dotted } from '../../../ui/dotted.tsx';
import { CheckField } from '../../../ui/fields.tsx';
import { TitledCard } from '../../../ui/page.tsx';
import { KeyNumber } from '../../../ui/record-link.tsx';
import { useChange } from '../../../ui/use-change.ts';
import { keysQuery } from '../../keys/queries.ts';
import { countQuery } from './count-query.ts';

type SeenKeysProps = {
  result: CountResult;
  ticked: readonly string[];
  onTick: (keyId: string) => void;
};

export function SeenKeys({ result: { count, keyIds, scans }, ticked, onTick }: SeenKeysProps) {
  const remove = useRemoveScan(count);
  const removing = remove.isPending ? remove.variables.id : null;
  const seen = new Map(
    scans.flatMap((scan) => (scan.id === removing ? [] : [[scan.keyId, scan] as const])),
  );
  return (
    <div
      className={classNames(
        'mt-4 grid grid-cols-[minmax(0,1fr)] items-start gap-4',
        scans.length > 0 && 'lg:grid-cols-2',
      )}
    >
      <Hooks
        keyIds={keyIds}
        seen={seen}
        ticked={ticked}
        onChange={(keyId, scan) => (scan ? remove.mutate(scan) : onTick(keyId))}
      />
      <Scans scans={scans} onRemove={(scan) => !remove.isPending && remove.mutate(scan)} />
    </div>
  );
}

function useRemoveScan(count: Count) {
  const client = useQueryClient();
  const { queryKey } = countQuery(count.id);
  return useChange(
    ({ id }: CountScan) => call(api.removeScan, { params: { id: count.id, scanId: id } }),
    { failure: getErrorMessage, refetch: () => client.invalidateQueries({ queryKey }) },
  );
}

type HooksProps = {
  keyIds: readonly string[];
  ticked: readonly string[];
  seen: ReadonlyMap<string | null, CountScan>;
  /** `scan` is what the change removes, if there is one. */
  onChange: (keyId: string, scan: CountScan | undefined) => void;
};

/** Every key with a hook, in order of the hooks. It does not say which should be there. */
function Hooks({ keyIds, seen, ticked, onChange }: HooksProps) {
  const { data: all } = useQuery(keysQuery);
  const desks = useDesks();
  const items = useMemo(() => {
    const part = new Set(keyIds);
    return all?.filter(({ _id }) => part.has(_id)).toSorted(byHook) ?? [];
  }, [all, keyIds]);
  const { shown, more } = useFirst(items);
  if (items.length === 0) return null;
  return (
    <TitledCard title={t('hooks')} text={t('tick-keys')}>
      <ul className="mt-2 divide-y divide-line">
        {shown.map((item) => {
          const scan = seen.get(item._id);
          return (
            <li key={item._id}>
              <CheckField
                label={<KeyNumber number={item.keyNumber} className="text-xl" />}
                hint={
                  <Dotted>
                    {storageLocationText(item, desks)}
                    {item.keyName}
                  </Dotted>
                }
                checked={scan !== undefined || ticked.includes(item._id)}
                onChange={() => onChange(item._id, scan)}
                className="py-1.5"
              />
            </li>
          );
        })}
      </ul>
      {more}
    </TitledCard>
  );
}

function byHook(one: Key, other: Key): number {
  return (
    compareNumbers(one.hook ?? '', other.hook ?? '') ||
    compareNumbers(one.keyNumber, other.keyNumber)
  );
}

type ScansProps = { scans: readonly CountScan[]; onRemove: (scan: CountScan) => void };

function Scans({ scans, onRemove }: ScansProps) {
  const { shown, more } = useFirst(scans);
  if (scans.length === 0) return null;
  return (
    <TitledCard title={t('seen')} text={t('scans-and-ticks', { count: scans.length })}>
      <ul className="mt-2 divide-y divide-line">
        {shown.map((scan) => (
          <li key={scan.id} className="flex items-center gap-3 py-1.5">
            <span className="min-w-0 flex-1 wrap-anywhere">
              {scan.keyNumber ? (
                <KeyNumber number={scan.keyNumber} className="text-xl" />
              ) : (
                t('no-key-tag')
              )}
              <span className="block text-sm text-muted">
                <Dotted>
                  {scan.byHand && t('by-hand')}
                  {scan.by.name}
                  {formatTime(Date.parse(scan.at))}
                </Dotted>
              </span>
            </span>
            <ActionButton
              variant="quiet"
              aria-label={
                scan.keyNumber
                  ? t('remove-scan', { keyNumber: scan.keyNumber })
                  : t('remove-no-key-tag')
              }
              onClick={() => onRemove(scan)}
            >
              {t('remove')}
            </ActionButton>
          </li>
        ))}
      </ul>
      {more}
    </TitledCard>
  );
}

const step = 60;

function useFirst<T>(all: readonly T[]) {
  const [count, setCount] = useState(step);
  const more = all.length > count && (
    <Button variant="secondary" className="mt-3 w-full" onClick={() => setCount(count + step)}>
      {actionText('show-more')}
    </Button>
  );
  return { shown: all.slice(0, count), more };
}
