import { namesText } from '@keydesk/shared/core/formats';
import {
  computerNameSchema,
  type ListedComputer,
  maxComputerNameLength,
} from '@keydesk/shared/duty/duty';
import { t as actionText } from '@keydesk/shared/texts/en/actions';
import { t } from '@keydesk/shared/texts/en/duty';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { Ban, Monitor, Plus } from 'lucide-react';
import { useState } from 'react';
import { api, call, getErrorMessage } from '../../lib/api.ts';
import { useDraft } from '../../lib/draft.ts';
import { formatDateTime, formatTime } from '../../lib/format.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { StatusPill } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { FormDialog } from '../../ui/edit-dialog.tsx';
import { TextField } from '../../ui/fields.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { useChange } from '../../ui/use-change.ts';

type DeskComputersProps = { desk: { id: string; name: string; retired: boolean } };

/** For admins: add a computer unless the desk is retired, see its guard, revoke a lost one. */
export function DeskComputers({ desk }: DeskComputersProps) {
  const query = useQuery(computersQuery);
  const [adding, setAdding] = useState(false);
  const [revoking, setRevoking] = useState<ListedComputer | null>(null);
  const computers = query.data?.filter((computer) => computer.desk.id === desk.id);
  const close = () => {
    setAdding(false);
    void query.refetch();
  };
  return (
    <section aria-label={t('computers-of', { name: desk.name })}>
      {computers && computers.length > 0 && (
        <ul className="divide-y divide-line">
          {computers.map((computer) => (
            <ComputerRow
              key={computer.id}
              computer={computer}
              onRevoke={() => setRevoking(computer)}
            />
          ))}
        </ul>
      )}
      <QueryState query={query} loading={null} />
      {!desk.retired && (
        <ActionButton
          variant="quiet"
          size="small"
          className="-ms-3"
          aria-label={t('add-computer-to', { name: desk.name })}
          onClick={() => setAdding(true)}
        >
          <Plus aria-hidden className="size-4.5" />
          {t('add-a-computer')}
        </ActionButton>
      )}
      {adding && <EnrolmentDialog desk={desk} onClose={close} />}
      <RevokeDialog computer={revoking} onClose={() => setRevoking(null)} />
    </section>
  );
}

export function RetiredComputers({ deskId }: { deskId: string }) {
  const { data, isPending } = useQuery(computersQuery);
  const living = (data ?? []).filter(({ desk, revokedAt }) => desk.id === deskId && !revokedAt);
  const guards = living.flatMap(({ guard }) => guard?.name ?? []);
  if (isPending || living.length === 0) return null;
  return (
    <p className="mt-3 font-semibold wrap-anywhere">
      {t('revoked-for-good', { count: living.length })}{' '}
      {guards.length > 0
        ? t('on-duty-until-then', { names: namesText(guards) })
        : t('nobody-on-duty-there')}
    </p>
  );
}

type ComputerRowProps = { computer: ListedComputer; onRevoke: () => void };

function ComputerRow({ computer, onRevoke }: ComputerRowProps) {
  const { name, desk, guard, lastSeenAt, revokedAt } = computer;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 pe-3">
      <div className="flex min-w-0 flex-1 basis-56 items-start gap-3">
        <Monitor aria-hidden className="mt-0.5 size-5 shrink-0 text-muted" />
        <div className="min-w-0">
          <p className="font-semibold wrap-anywhere">{name}</p>
          <p className="text-sm text-muted wrap-anywhere">
            <Dotted>
              {!revokedAt && (guard ? t('is-on-duty', { name: guard.name }) : t('nobody-on-duty'))}
              {revokedAt
                ? t('revoked-at', { when: formatDateTime(revokedAt) })
                : t('seen-at', { when: formatDateTime(lastSeenAt) })}
            </Dotted>
          </p>
        </div>
      </div>
      {revokedAt ? (
        <StatusPill tone="neutral" icon={<Ban aria-hidden />}>
          {t('revoked')}
        </StatusPill>
      ) : (
        <ActionButton
          variant="secondary"
          size="small"
          aria-label={t('revoke-of', { name, desk: desk.name })}
          onClick={onRevoke}
        >
          {t('revoke')}
        </ActionButton>
      )}
    </li>
  );
}

type RevokeDialogProps = { computer: ListedComputer | null; onClose: () => void };

function RevokeDialog({ computer, onClose }: RevokeDialogProps) {
  const revoke = useChange((id: string) => call(api.revokeComputer, { params: { id } }), {
    failure: getErrorMessage,
    refetch: (client) => {
      onClose();
      return client.invalidateQueries(computersQuery);
    },
  });
  return (
    <ConfirmDialog
      open={computer !== null}
      title={t('revoke-question', { name: computer?.name ?? '' })}
      confirmLabel={t('revoke')}
      busy={revoke.isPending}
      failure={null}
      onConfirm={() => computer && revoke.mutate(computer.id)}
      onClose={onClose}
    >
      <p>{t('revoke-effect')}</p>
    </ConfirmDialog>
  );
}

const computersQuery = queryOptions({
  queryKey: ['desk', 'computers'],
  // Retiring or restoring a desk remounts this with other computers.
  refetchOnMount: 'always',
  queryFn: async ({ signal }) => (await call(api.listComputers, { signal })).data.devices,
});

type EnrolmentDialogProps = {
  desk: { id: string; name: string };
  onClose: () => void;
};

function EnrolmentDialog({ desk, onClose }: EnrolmentDialogProps) {
  const make = useMutation({
    mutationFn: async ({ name }: { name: string }) =>
      (await call(api.createEnrolment, { body: { deskId: desk.id, name } })).data,
  });
  const { text, errors, submit } = useDraft({ name: '' }, errorsOf, make.mutate);
  if (make.data)
    return (
      <Dialog
        open
        onClose={onClose}
        title={t('type-this-code')}
        actions={<Button onClick={onClose}>{actionText('done')}</Button>}
      >
        <p className="text-muted">
          {t.rich('open-there', {
            address: enrolAddress(),
            time: formatTime(Date.parse(make.data.expiresAt)),
            ink: (chunks) => (
              <span key="address" className="font-semibold text-ink wrap-anywhere">
                {chunks}
              </span>
            ),
          })}
        </p>
        <p
          dir="ltr"
          className="key-number mt-4 rounded-control border border-line bg-surface px-3 py-4 text-center text-[min(1.25rem,6.5vw)] select-all"
        >
          {make.data.code}
        </p>
      </Dialog>
    );
  return (
    <FormDialog
      open
      onClose={onClose}
      title={t('add-a-computer')}
      description={t('becomes-computer-of', { name: desk.name })}
      submitLabel={t('make-a-code')}
      busy={make.isPending}
    >
      {(formId) => (
        <form id={formId} onSubmit={submit}>
          <TextField
            {...text('name')}
            label={t('name-of-the-computer')}
            placeholder={t('name-example')}
            maxLength={maxComputerNameLength}
            error={errors.name ?? (make.error && getErrorMessage(make.error))}
          />
        </form>
      )}
    </FormDialog>
  );
}

function errorsOf({ name }: { name: string }): { name?: string } {
  const problem = computerNameSchema.safeParse(name).error?.issues[0]?.message;
  return problem ? { name: problem } : {};
}

function enrolAddress(): string {
  return `${window.location.host}/enrol`;
}
