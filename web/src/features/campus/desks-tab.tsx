import type { Campus, Desk } from '@keydesk/shared/campus/campus';
import { t as actionText } from '@keydesk/shared/texts/en/actions';
import { t } from '@keydesk/shared/texts/en/campus';
import { useQuery } from '@tanstack/react-query';
import { MapPin, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { lazyDialog } from '../../ui/lazy-component.tsx';
import { RowName } from '../../ui/menu.tsx';
import { EmptyState } from '../../ui/page.tsx';
import type { DeskFormSubject } from './entry-dialogs.tsx';
import { deskUsageQuery, useChangeDesk } from './queries.ts';
import { RowActions, type RowActionsProps, useMoveFocus } from './row-actions.tsx';

const DeskFormDialog = lazyDialog(() => import('./entry-dialogs.tsx'), 'DeskFormDialog');

type DesksTabProps = {
  campus: Campus;
  renderMore: (desk: Desk) => ReactNode;
  renderRetired: (desk: Desk) => ReactNode;
};

export function DesksTab({ campus, renderMore, renderRetired }: DesksTabProps) {
  const { desks } = campus;
  const keyCounts = useQuery(deskUsageQuery).data;
  const [form, setForm] = useState<DeskFormSubject | null>(null);
  const { frame, move } = useMoves(desks);
  const change = useChangeDesk();
  const [retiring, setRetiring] = useState<Desk | null>(null);
  const setRetired = (desk: Desk, retired: boolean) =>
    change.mutate({ desk, changes: { retired } }, { onSettled: () => setRetiring(null) });
  const active = desks.filter(({ retired }) => !retired);
  const retired = desks.filter((desk) => desk.retired);
  const rowOf = (desk: Desk) => (
    <DeskRow
      key={desk.id}
      desk={desk}
      keyCount={keyCounts && (keyCounts.get(desk.id) ?? 0)}
      isFirst={desk === active[0]}
      isLast={desk === active.at(-1)}
      onMove={(by) => move(desk, active[active.indexOf(desk) + by])}
      onEdit={() => setForm({ desk })}
      onRetire={() => (desk.retired ? setRetired(desk, false) : setRetiring(desk))}
    >
      {renderMore(desk)}
    </DeskRow>
  );
  const addButton = (
    <Button onClick={() => setForm({ desk: null })}>
      <Plus aria-hidden className="size-4.5" />
      {t('add-desk')}
    </Button>
  );
  return (
    <div ref={frame}>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="max-w-prose flex-1 basis-64 text-muted">{t('desks-intro')}</p>
        {desks.length > 0 && addButton}
      </div>
      {desks.length === 0 && (
        <EmptyState
          card
          icon={<MapPin aria-hidden />}
          title={t('no-desks-yet')}
          text={t('no-desks-hint')}
          action={addButton}
        />
      )}
      {active.length > 0 && (
        <ul aria-label={t('desks')} className="divide-y divide-line card">
          {active.map(rowOf)}
        </ul>
      )}
      {retired.length > 0 && (
        <>
          <h2 className="mt-6 mb-1 font-semibold">{t('retired')}</h2>
          <ul aria-label={t('retired-desks')} className="divide-y divide-line card">
            {retired.map(rowOf)}
          </ul>
        </>
      )}
      <ConfirmDialog
        open={retiring !== null}
        title={t('retire-desk', { name: retiring?.name ?? '' })}
        confirmLabel={actionText('retire')}
        busy={change.isPending}
        failure={null}
        onConfirm={() => retiring && setRetired(retiring, true)}
        onClose={() => setRetiring(null)}
      >
        <p>{t('retire-desk-effect')}</p>
        {retiring && renderRetired(retiring)}
      </ConfirmDialog>
      <DeskFormDialog subject={form} onClose={() => setForm(null)} />
    </div>
  );
}

/** Moves a desk by one place; its menu keeps the focus. */
function useMoves(desks: readonly Desk[]) {
  const { frame, keepFocus } = useMoveFocus<HTMLDivElement>(desks);
  const change = useChangeDesk();
  const move = (desk: Desk, neighbour: Desk | undefined) => {
    if (!neighbour || change.isPending) return;
    keepFocus(desk.id);
    change.mutate({ desk, changes: { position: desks.indexOf(neighbour) + 1 } });
  };
  return { frame, move };
}

type DeskRowProps = RowActionsProps & {
  desk: Desk;
  /** How many keys belong here; undefined while loading. */
  keyCount: number | undefined;
  children: ReactNode;
};

function DeskRow({ desk, keyCount, children, ...actions }: DeskRowProps) {
  const { name, place, phone, retired } = desk;
  return (
    <li data-row={desk.id} className="py-1.5 pe-1 ps-4">
      <div className="group relative flex min-h-14 items-center gap-x-3">
        <div className="min-w-0 flex-1">
          <p className="font-semibold wrap-anywhere">
            {retired ? name : <RowName name={name} onEdit={actions.onEdit} />}
          </p>
          <p className="text-sm text-muted wrap-anywhere">
            <Dotted>
              {place}
              {phone}
              {keyCount !== undefined && t('home-of', { count: keyCount })}
            </Dotted>
          </p>
        </div>
        <RowActions title={name} retired={retired} {...actions} />
      </div>
      {children}
    </li>
  );
}
