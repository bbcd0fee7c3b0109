import { isDesk } from '@keydesk/shared/http/roles';
import { type IncidentKind, isHeldBy, type Key, standingOf } from '@keydesk/shared/keys/key';
import { blocksByDefault } from '@keydesk/shared/loans/incidents';
import { useMutation } from '@tanstack/react-query';
import { SearchX, Wrench } from 'lucide-react';
import { useState } from 'react';
import { api, call } from '../../../lib/api.ts';
import { useUser } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { EditDialog } from '../../../ui/edit-dialog.tsx';
import { SwitchField, TextField } from '../../../ui/fields.tsx';
import { showSuccess } from '../../../ui/toast/show-toast.ts';
import { KeyHeading } from '../desk/dialog-parts.tsx';
import { NotSeenNotice } from './condition-notice.tsx';

/** The ways to say that something is wrong with a key, to whoever may; not what is reported of it. */
export function ReportKey({ item }: { item: Key }) {
  const reader = useUser();
  const [kind, setKind] = useState<IncidentKind | null>(null);
  const atDesk = reader !== null && isDesk(reader.role);
  const mine = isHeldBy(item, reader?.id);
  const { condition, loanId } = item;
  const mayBeGone = !condition || (condition === 'damaged' && standingOf(item) !== 'reported');
  if (!mayBeGone || !(atDesk || mine)) return null;
  const gone = loanId ? 'lost' : 'missing';
  return (
    <div className="flex flex-wrap gap-2">
      {atDesk && <NotSeenNotice item={item} />}
      <Button variant="secondary" size="small" onClick={() => setKind(gone)}>
        <SearchX aria-hidden className="size-4" />
        {goneLabel(gone, mine)}
      </Button>
      {!condition && (
        <Button variant="secondary" size="small" onClick={() => setKind('damaged')}>
          <Wrench aria-hidden className="size-4" />
          It is damaged
        </Button>
      )}
      <ReportDialog report={kind && { item, kind }} onClose={() => setKind(null)} />
    </div>
  );
}

function goneLabel(kind: IncidentKind, mine: boolean): string {
  if (kind === 'missing') return 'It is not there';
  return mine ? 'I cannot find it' : 'Its holder lost it';
}

type Report = { item: Key; kind: IncidentKind };
type Draft = { lastSeen: string; note: string; blocks: boolean };
type ReportDialogProps = { report: Report | null; onClose: () => void };

const titles: Record<IncidentKind, string> = {
  lost: 'Report as Lost',
  missing: 'Report as Missing',
  damaged: 'Report as Damaged',
};

function ReportDialog({ report, onClose }: ReportDialogProps) {
  const atDesk = isDesk(useUser()?.role ?? 'pending');
  const saving = useMutation({
    mutationFn: ({ item, kind, ...body }: Report & Draft) =>
      call(api.reportKey, { params: { id: item._id }, body: { kind, ...body } }),
    onSuccess: ({ message }) => showSuccess(message ?? ''),
  });
  return (
    <EditDialog
      subject={report}
      onClose={onClose}
      texts={({ kind }) => ({
        title: titles[kind],
        description: 'Reporting costs nothing. What follows is decided by people.',
        submitLabel: 'Report',
      })}
      initial={({ kind }): Draft => ({ lastSeen: '', note: '', blocks: blocksByDefault(kind) })}
      toInput={(draft, { item, kind }) => ({ item, kind, ...draft })}
      saving={saving}
    >
      {({ subject: { item, kind }, draft, change, text }) => (
        <>
          <KeyHeading {...item} />
          {kind !== 'damaged' && (
            <TextField
              {...text('lastSeen')}
              label="Where was it last seen? (optional)"
              maxLength={200}
            />
          )}
          <TextField {...text('note')} label="Note (optional)" maxLength={500} />
          {atDesk && kind === 'damaged' && (
            <SwitchField
              label="Do not hand it out"
              hint="Until somebody says that it is repaired."
              checked={draft.blocks}
              onChange={(blocks) => change({ blocks })}
            />
          )}
        </>
      )}
    </EditDialog>
  );
}
