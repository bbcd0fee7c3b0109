import { t as actionText } from '@keydesk/shared/texts/en/actions';
import { Archive, ArrowDown, ArrowUp, Pencil, Trash2 } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { ActionButton } from '../../ui/action-button.tsx';
import { MoreMenu } from '../../ui/menu.tsx';

export type RowActionsProps = {
  isFirst: boolean;
  isLast: boolean;
  onMove: (by: -1 | 1) => void;
  onEdit: () => void;
  onRetire: () => void;
  /** Undefined where it can only be retired. */
  onDelete?: (() => void) | undefined;
};

type RowProps = RowActionsProps & { title: string; retired: boolean };

/** What can be done with a row, which `useMoveFocus` finds by its `data-row`. */
export function RowActions(props: RowProps) {
  const { title, retired, isFirst, isLast, onMove, onEdit, onRetire, onDelete } = props;
  const used = [
    { label: actionText('edit'), icon: <Pencil />, onSelect: onEdit },
    {
      label: actionText('move-up'),
      icon: <ArrowUp />,
      disabled: isFirst,
      onSelect: () => onMove(-1),
    },
    {
      label: actionText('move-down'),
      icon: <ArrowDown />,
      disabled: isLast,
      onSelect: () => onMove(1),
    },
    { label: actionText('retire'), icon: <Archive />, onSelect: onRetire },
  ];
  const entries = [
    ...(retired ? [] : used),
    ...(onDelete ? [{ label: actionText('delete'), icon: <Trash2 />, onSelect: onDelete }] : []),
  ];
  return (
    <div className="flex items-center [&_[aria-haspopup]]:shown-in-row">
      {retired && (
        <ActionButton
          variant="quiet"
          size="small"
          aria-label={actionText('bring-back-named', { title })}
          onClick={onRetire}
        >
          {actionText('bring-back')}
        </ActionButton>
      )}
      {entries.length > 0 && (
        <MoreMenu label={actionText('more-of', { title })} entries={entries} />
      )}
    </div>
  );
}

/** Returns the focus to the menu that moved a row, once the rows have their new order. */
export function useMoveFocus<E extends HTMLElement>(rows: readonly unknown[]) {
  const frame = useRef<E>(null);
  const moved = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (moved.current === null || rows.length === 0) return;
    const row = frame.current?.querySelector(`[data-row="${moved.current}"]`);
    row?.querySelector<HTMLElement>('[aria-haspopup]')?.focus();
    moved.current = null;
  }, [rows]);
  const keepFocus = (id: string) => {
    moved.current = id;
  };
  return { frame, keepFocus };
}
