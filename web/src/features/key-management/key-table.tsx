import type { Key } from '@keydesk/shared/keys/key';
import { CircleCheck, Pencil, Star, Trash2, UserRound } from 'lucide-react';
import { memo } from 'react';
import { ActionIconButton } from '../../ui/action-button.tsx';
import { StatusPill } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { blockLabel, categoryLabel } from './key-labels.ts';

const headClassName = 'px-3 py-3 text-left text-sm font-medium text-muted';
const wideOnlyClassName = 'hidden xl:table-cell';

const KeyTableRow = memo(({ item, ...handlers }: KeyActionHandlers & { item: Key }) => (
  <tr className="transition-colors duration-150 hover:bg-canvas">
    <th
      scope="row"
      className="key-number w-36 py-3 pr-3 pl-5 text-left text-lg leading-6 wrap-anywhere xl:w-44"
    >
      {item.keyNumber}
    </th>
    <td className="px-3 py-3">
      <p className="font-medium">{item.keyName}</p>
      <p className="text-sm text-muted">{item.location}</p>
    </td>
    <td className="px-3 py-3 whitespace-nowrap">
      {item.department}
      <p className="text-sm text-muted xl:hidden">
        {categoryLabel(item.category)} · {blockLabel(item.block)}
      </p>
    </td>
    <td className={`px-3 py-3 ${wideOnlyClassName}`}>{categoryLabel(item.category)}</td>
    <td className={`px-3 py-3 ${wideOnlyClassName}`}>{blockLabel(item.block)}</td>
    <td className="px-3 py-3">
      <ManagedKeyStatus item={item} />
      {item.takenBy && <p className="mt-1 text-sm text-muted">{item.takenBy.name}</p>}
    </td>
    <td className="w-px py-2 pr-3 pl-1">
      <KeyActions item={item} {...handlers} />
    </td>
  </tr>
));

/** Keys as a table, for wide screens. */
export function KeyTable({ keys, ...handlers }: KeyActionHandlers & { keys: readonly Key[] }) {
  return (
    <div className="card overflow-hidden">
      <table className="w-full">
        <caption className="sr-only">Keys</caption>
        <thead className="border-b border-line">
          <tr>
            <th scope="col" className={`${headClassName} pl-5`}>
              Number
            </th>
            <th scope="col" className={headClassName}>
              Name and location
            </th>
            <th scope="col" className={headClassName}>
              Department
            </th>
            <th scope="col" className={`${headClassName} ${wideOnlyClassName}`}>
              Category
            </th>
            <th scope="col" className={`${headClassName} ${wideOnlyClassName}`}>
              Block
            </th>
            <th scope="col" className={headClassName}>
              Status
            </th>
            <th scope="col" className={headClassName}>
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {keys.map((key) => (
            <KeyTableRow key={key._id} item={key} {...handlers} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const ManagedKeyCard = memo(({ item, ...handlers }: KeyActionHandlers & { item: Key }) => (
  <article className="card px-4 pt-4 pb-1.5">
    <div className="flex items-start justify-between gap-3">
      <h2 className="key-number min-w-0 text-2xl leading-7 wrap-anywhere">{item.keyNumber}</h2>
      <div className="pt-0.5">
        <ManagedKeyStatus item={item} />
      </div>
    </div>
    <p className="mt-1.5 font-medium">{item.keyName}</p>
    <p className="text-sm text-muted">{item.location}</p>
    {item.takenBy && (
      <p className="mt-1 text-sm text-muted">
        With <span className="font-medium text-ink">{item.takenBy.name}</span>
      </p>
    )}
    <div className="mt-3 flex items-center justify-between gap-2 border-t border-line pt-1.5">
      <p className="min-w-0 text-sm text-muted">
        {item.department} · {categoryLabel(item.category)} · {blockLabel(item.block)}
      </p>
      <div className="-mr-2.5">
        <KeyActions item={item} {...handlers} />
      </div>
    </div>
  </article>
));

/** Keys as cards, for phones. */
export function KeyCards({ keys, ...handlers }: KeyActionHandlers & { keys: readonly Key[] }) {
  return (
    <ul aria-label="Keys" className="flex flex-col gap-3">
      {keys.map((key) => (
        <li key={key._id}>
          <ManagedKeyCard item={key} {...handlers} />
        </li>
      ))}
    </ul>
  );
}

/** The actions on a managed key. */
export type KeyActionHandlers = {
  onEdit: (key: Key) => void;
  onDelete: (key: Key) => void;
  onToggleFrequent: (key: Key) => void;
};

type KeyActionsProps = KeyActionHandlers & { item: Key };

/** Mark as frequently used, edit, delete. */
function KeyActions({ item, onEdit, onDelete, onToggleFrequent }: KeyActionsProps) {
  const { keyNumber, frequentlyUsed } = item;
  return (
    <div className="flex items-center">
      <ActionIconButton
        label={`Frequently used: ${keyNumber}`}
        title={frequentlyUsed ? 'Frequently used' : 'Mark as frequently used'}
        aria-pressed={frequentlyUsed}
        icon={<Star className={frequentlyUsed ? 'fill-current' : undefined} />}
        className={frequentlyUsed ? '[&_svg]:text-accent' : undefined}
        onClick={() => onToggleFrequent(item)}
      />
      <IconButton label={`Edit ${keyNumber}`} icon={<Pencil />} onClick={() => onEdit(item)} />
      <IconButton
        label={`Delete ${keyNumber}`}
        icon={<Trash2 />}
        className="hover:text-danger"
        onClick={() => onDelete(item)}
      />
    </div>
  );
}

/** Whether a key is available or in use. */
function ManagedKeyStatus({ item }: { item: Key }) {
  return item.status === 'available' ? (
    <StatusPill tone="available" icon={<CircleCheck aria-hidden />}>
      Available
    </StatusPill>
  ) : (
    <StatusPill tone="out" icon={<UserRound aria-hidden />}>
      In Use
    </StatusPill>
  );
}
