import { Archive, ArrowDown, ArrowUp, Pencil } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { ActionButton, ActionIconButton } from '../../ui/action-button.tsx';
import { IconButton } from '../../ui/button.tsx';

/** What can be done to an entry or desk. */
export type RowActionsProps = {
  isFirst: boolean;
  isLast: boolean;
  /** One place up or down. */
  onMove: (by: -1 | 1) => void;
  onEdit: () => void;
  /** Retires it, or brings it back. */
  onRetire: () => void;
};

type RowProps = RowActionsProps & {
  id: string;
  /** What its buttons call it. */
  title: string;
  retired: boolean;
};

/** The buttons of a row: up, down, edit, retire; one that is retired can be brought back. */
export function RowActions(props: RowProps) {
  const { id, title, retired, isFirst, isLast, onMove, onEdit, onRetire } = props;
  if (retired)
    return (
      <ActionButton
        variant="quiet"
        size="small"
        aria-label={`Bring back ${title}`}
        onClick={onRetire}
        className="ml-auto"
      >
        Bring back
      </ActionButton>
    );
  return (
    <div className="ml-auto flex">
      <ActionIconButton
        label={`Move ${title} up`}
        icon={<ArrowUp aria-hidden />}
        data-move={moveId(id, -1)}
        aria-disabled={isFirst || undefined}
        onClick={() => !isFirst && onMove(-1)}
      />
      <ActionIconButton
        label={`Move ${title} down`}
        icon={<ArrowDown aria-hidden />}
        data-move={moveId(id, 1)}
        aria-disabled={isLast || undefined}
        onClick={() => !isLast && onMove(1)}
      />
      <IconButton label={`Edit ${title}`} icon={<Pencil aria-hidden />} onClick={onEdit} />
      <ActionIconButton
        label={`Retire ${title}`}
        icon={<Archive aria-hidden />}
        onClick={onRetire}
      />
    </div>
  );
}

function moveId(id: string, by: -1 | 1): string {
  return `${id} ${by}`;
}

/** Keeps the focus on the button that moved a row once the rows have their new order. */
export function useMoveFocus<E extends HTMLElement>(rows: readonly unknown[]) {
  const frame = useRef<E>(null);
  const pressed = useRef<string | null>(null);
  // A row that moves down is taken out of the page for a moment and loses the focus.
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
