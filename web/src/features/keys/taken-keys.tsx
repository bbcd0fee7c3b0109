import type { Key } from '@keydesk/shared/keys/key';
import { t } from '@keydesk/shared/texts/en/keys';
import { type ReactNode, useMemo } from 'react';
import { useNow } from '../../lib/clock.ts';
import { classNames } from '../../ui/class-names.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { OwnKeyMore } from './keep-until.tsx';
import { useOverdue } from './key-parts.tsx';
import { KeyRow, KeyRowSkeletons, type RenderKeyAction, rowListClassName } from './key-row.tsx';

const KeyList = lazyComponent(() => import('./key-list.tsx'), 'KeyList');

/** Longer lists are virtual. */
const maxPlainRows = 24;

type TakenKeysProps = {
  keys: readonly Key[] | undefined;
  renderAction: RenderKeyAction;
  empty: ReactNode;
};

/** The reader's keys, overdue first, then by due time. */
export function TakenKeys({ keys, renderAction, empty }: TakenKeysProps) {
  // A key may become overdue without any event.
  useNow();
  const sorted = useMemo(() => keys && dueFirst(keys), [keys]);
  if (!sorted) return <Skeletons />;
  if (sorted.length === 0) return empty;
  if (sorted.length > maxPlainRows)
    return (
      <KeyList
        own
        keys={sorted}
        label={t('taken')}
        renderAction={renderAction}
        renderMore={renderOwnMore}
        whileLoading={<Skeletons />}
      />
    );
  return (
    <ul aria-label={t('taken')} className={rowListClassName}>
      {sorted.map((key) => (
        <li key={key._id}>
          <TakenKey item={key} renderAction={renderAction} />
        </li>
      ))}
    </ul>
  );
}

/** By due time, stable; keys without one come last. */
export function dueFirst(keys: readonly Key[]): Key[] {
  const due = ({ dueAt }: Key) => (dueAt === null ? Number.MAX_VALUE : Date.parse(dueAt));
  return [...keys].sort((one, other) => due(one) - due(other));
}

function TakenKey({ item, renderAction }: { item: Key; renderAction: RenderKeyAction }) {
  return (
    <article className={classNames((useOverdue(item) || item.recalledAt) && 'bg-overdue-soft/45')}>
      <KeyRow own item={item} renderAction={renderAction} more={renderOwnMore(item)} />
    </article>
  );
}

function renderOwnMore(item: Key): ReactNode {
  return <OwnKeyMore item={item} />;
}

function Skeletons() {
  return <KeyRowSkeletons label={t('loading-taken')} rows={3} />;
}
