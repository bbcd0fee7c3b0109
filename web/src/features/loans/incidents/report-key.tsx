import { isDesk } from '@keydesk/shared/http/roles';
import {
  type IncidentKind,
  incidentKindNames,
  incidentKinds,
  isGone,
} from '@keydesk/shared/keys/incident-kinds';
import { isHeldBy, type Key, standingOf } from '@keydesk/shared/keys/key';
import { reportProblem } from '@keydesk/shared/loans/incidents';
import type { User } from '@keydesk/shared/people/user';
import { t } from '@keydesk/shared/texts/en/incidents';
import { t as kindText } from '@keydesk/shared/texts/en/key-kinds';
import { t as noteText } from '@keydesk/shared/texts/en/notes';
import { SearchX, Wrench } from 'lucide-react';
import { useState } from 'react';
import { api, call } from '../../../lib/api.ts';
import { useUser } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { EditDialog } from '../../../ui/edit-dialog.tsx';
import { SwitchField, TextField } from '../../../ui/fields.tsx';
import { useChange } from '../../../ui/use-change.ts';
import { KeyHeading } from '../desk/dialog-parts.tsx';
import { NotSeenNotice } from './condition-notice.tsx';

/** Reports a problem with a key, for people who may. It does not show existing reports. */
export function ReportKey({ item }: { item: Key }) {
  const reader = useUser();
  const [kind, setKind] = useState<IncidentKind | null>(null);
  const kinds = incidentKindNames.filter((name) => reader && mayReport(item, name, reader));
  if (!reader || kinds.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {isDesk(reader.role) && <NotSeenNotice item={item} />}
      <span className="text-sm text-muted">{t('report-problem')}</span>
      {kinds.map((offered) => (
        <Button
          key={offered}
          variant="secondary"
          size="small"
          aria-label={kindText(incidentKinds[offered].dialogTitle)}
          onClick={() => setKind(offered)}
        >
          <IncidentIcon kind={offered} className="size-4" />
          {kindText(incidentKinds[offered].label)}
        </Button>
      ))}
      <ReportDialog report={kind && { item, kind }} onClose={() => setKind(null)} />
    </div>
  );
}

function mayReport(item: Key, kind: IncidentKind, reader: User): boolean {
  const { keyNumber, condition, loanId } = item;
  const key = {
    keyNumber,
    holderId: isHeldBy(item, reader.id) ? reader.id : null,
    isOut: loanId !== null,
    open: condition ? { kind: condition, blocks: standingOf(item) === 'reported' } : null,
  };
  return !reportProblem(key, kind, { userId: reader.id, isDesk: isDesk(reader.role) });
}

const icons = { gone: SearchX, broken: Wrench };

export function IncidentIcon({ kind, className }: { kind: IncidentKind; className?: string }) {
  const Icon = icons[incidentKinds[kind].icon];
  return <Icon aria-hidden className={className} />;
}

type Report = { item: Key; kind: IncidentKind };
type Draft = { lastSeen: string; note: string; blocks: boolean };
type ReportDialogProps = { report: Report | null; onClose: () => void };

function ReportDialog({ report, onClose }: ReportDialogProps) {
  const atDesk = isDesk(useUser()?.role ?? 'pending');
  const saving = useChange(({ item, kind, ...body }: Report & Draft) =>
    call(api.reportKey, { params: { id: item._id }, body: { kind, ...body } }),
  );
  return (
    <EditDialog
      subject={report}
      onClose={onClose}
      texts={({ kind }) => ({
        title: kindText(incidentKinds[kind].dialogTitle),
        ...(!atDesk && { description: t('costs-nothing') }),
        submitLabel: t('report'),
      })}
      initial={({ kind }): Draft => ({ lastSeen: '', note: '', blocks: isGone(kind) })}
      toInput={(draft, { item, kind }) => ({ item, kind, ...draft })}
      saving={saving}
    >
      {({ subject: { item, kind }, draft, change, text }) => (
        <>
          <KeyHeading {...item} />
          {isGone(kind) && (
            <TextField {...text('lastSeen')} label={t('where-last-seen')} maxLength={200} />
          )}
          <TextField {...text('note')} label={noteText('note-optional')} maxLength={500} />
          {atDesk && !isGone(kind) && (
            <SwitchField
              label={t('do-not-hand-out')}
              hint={t('until-repaired')}
              checked={draft.blocks}
              onChange={(blocks) => change({ blocks })}
            />
          )}
        </>
      )}
    </EditDialog>
  );
}
