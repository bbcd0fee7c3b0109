import { t as actionText } from '@keydesk/shared/texts/en/actions';
import { Archive, ArrowDown, ArrowUp, Pencil, Trash2 } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { ActionButton, ActionIconButton } from '../../ui/action-button.tsx';
import { IconButton } from '../../ui/button.tsx';

export type RowActionsProps = {
  isFirst: boolean;
  isLast: boolean;
  onMove: (by: -1 | 1) => void;
  onEdit: () => void;
  onRetire: () => void;
  /** Undefined where it can only be retired. */
  onDelete?: (() => void) | undefined;
};

type RowProps = RowActionsProps & {
  id: string;
  title: string;
  retired: boolean;
};

export function RowActions(props: RowProps) {
  const { id, title, retired, isFirst, isLast, onMove, onEdit, onRetire, onDelete } = props;
  const deleteButton = onDelete && (
    <ActionIconButton
      label={actionText('delete-named', { title })}
      icon={<Trash2 aria-hidden />}
      onClick={onDelete}
    />
  );
  if (retired)
    return (
      <div className="ml-auto flex items-center">
        <ActionButton
          variant="quiet"
          size="small"
          aria-label={actionText('bring-back-named', { title })}
          onClick={onRetire}
        >
          {actionText('bring-back')}
        </ActionButton>
        {deleteButton}
      </div>
    );
  return (
    <div className="ml-auto flex">
      <ActionIconButton
        label={actionText('move-up', { title })}
        icon={<ArrowUp aria-hidden />}
        data-move={moveId(id, -1)}
        aria-disabled={isFirst || undefined}
        onClick={() => !isFirst && onMove(-1)}
      />
      <ActionIconButton
        label={actionText('move-down', { title })}
        icon={<ArrowDown aria-hidden />}
        data-move={moveId(id, 1)}
        aria-disabled={isLast || undefined}
        onClick={() => !isLast && onMove(1)}
      />
      <IconButton
        label={actionText('edit-named', { title })}
        icon={<Pencil aria-hidden />}
        onClick={onEdit}
      />
      <ActionIconButton
        label={actionText('retire-named', { title })}
        icon={<Archive aria-hidden />}
        onClick={onRetire}
      />
      {deleteButton}
    </div>
  );
}

function moveId(id: string, by: -1 | 1): string {
  return `${id} ${by}`;
}

/** Returns the focus to the button that moved a row, once the rows have their new order. */
export function useMoveFocus<E extends HTMLElement>(rows: readonly unknown[]) {
  const frame = useRef<E>(null);
  const pressed = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (pressed.current === null || rows.length === 0) return;
    frame.current?.querySelector<HTMLElement>(`[data-move="${pressed.current}"]`)?.focus();
    pressed.current = null;
  }, [rows]);
  const keepFocus = (id: string, by: -1 | 1) => {
    pressed.current = moveId(id, by);
  };
  return { frame, keepFocus };
}
