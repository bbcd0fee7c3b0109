import {
  type ChosenResolution,
  incidentKinds,
  resolutionBy,
  resolutions,
} from '@keydesk/shared/keys/incident-kinds';
import { keyLevels } from '@keydesk/shared/keys/key-levels';
import { type Incident, resolutionsFor } from '@keydesk/shared/loans/incidents';
import { t } from '@keydesk/shared/texts/en/incidents';
import { t as kindText } from '@keydesk/shared/texts/en/key-kinds';
import { t as noteText } from '@keydesk/shared/texts/en/notes';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { api, call } from '../../../lib/api.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { invalidateAndRefetch } from '../../../lib/query-client.ts';
import { useUser } from '../../../lib/session.ts';
import { OnDutyButton } from '../../../ui/action-button.tsx';
import { StatusPill } from '../../../ui/badge.tsx';
import { EditDialog } from '../../../ui/edit-dialog.tsx';
import { SelectField, SwitchField, TextField } from '../../../ui/fields.tsx';
import { KeyNumber, linkToPerson } from '../../../ui/record-link.tsx';
import { useChange } from '../../../ui/use-change.ts';
import { FoundNotes } from './found-notes.tsx';
import { IncidentIcon } from './report-key.tsx';

/** Root key of all queries that show incidents. */
export const incidentsRoot = ['incidents'];

type IncidentItemProps = {
  incident: Incident;
  /** Shows the key, in a list about several. */
  withKey?: boolean;
};

export function IncidentItem({ incident, withKey = false }: IncidentItemProps) {
  const { kind, key, holder, reportedBy, reportedAt, lastSeen, note, resolvedAt } = incident;
  const { mark } = keyLevels[key.level];
  const [resolving, setResolving] = useState<Incident | null>(null);
  return (
    <li className="py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        {withKey && (
          <p className="min-w-0 text-xl font-semibold wrap-anywhere">
            <KeyNumber number={key.keyNumber} {...(key.isActive && { linkTo: key.id })} />
            <span className="block text-sm font-normal text-muted">
              {key.keyName}
              {mark && ` · ${kindText(mark)}`}
            </span>
          </p>
        )}
        <StatusPill
          tone={resolvedAt ? 'neutral' : 'overdue'}
          icon={resolvedAt ? <CircleCheck aria-hidden /> : <IncidentIcon kind={kind} />}
        >
          {kindText(incidentKinds[kind].label)}
        </StatusPill>
      </div>
      <p className="mt-1 text-sm text-muted">
        {t.rich('reported', {
          when: formatDateTime(reportedAt),
          person: linkToPerson(reportedBy.id),
          name: reportedBy.name,
        })}
      </p>
      {holder && (
        <p className="text-sm text-muted">
          {t.rich('holder', {
            person: linkToPerson(holder.id),
            name: holder.name,
            more: incident.holdersOtherKeys,
          })}
        </p>
      )}
      {lastSeen && (
        <p className="text-sm text-muted wrap-anywhere">{t('last-seen', { place: lastSeen })}</p>
      )}
      {note && <p className="text-sm text-muted wrap-anywhere">{noteText('note', { note })}</p>}
      {!resolvedAt && <FoundNotes keyId={key.id} />}
      {resolvedAt ? (
        <ResolutionText incident={incident} />
      ) : (
        <OnDutyButton
          variant="secondary"
          size="small"
          className="mt-2"
          aria-label={t('resolve-key', { kind, keyNumber: key.keyNumber })}
          onClick={() => setResolving(incident)}
        >
          {t('resolve')}
        </OnDutyButton>
      )}
      <ResolveDialog incident={resolving} onClose={() => setResolving(null)} />
    </li>
  );
}

function ResolutionText({ incident }: { incident: Incident }) {
  const { resolution, resolvedAt, resolvedBy, resolutionNote, lockChanged } = incident;
  return (
    <>
      <p className="text-sm text-muted">
        {t.rich('resolved', {
          resolution: resolution ? kindText(resolutions[resolution].label) : '',
          when: formatDateTime(resolvedAt),
          named: resolvedBy ? 'yes' : 'no',
          person: linkToPerson(resolvedBy?.id),
          name: resolvedBy?.name ?? '',
          lockChanged: lockChanged ? 'yes' : 'no',
        })}
      </p>
      {resolutionNote && (
        <p className="text-sm text-muted wrap-anywhere">
          {noteText('note', { note: resolutionNote })}
        </p>
      )}
    </>
  );
}

type Draft = { resolution: ChosenResolution; note: string; lockChanged: boolean };
type ResolveDialogProps = { incident: Incident | null; onClose: () => void };

function ResolveDialog({ incident, onClose }: ResolveDialogProps) {
  const isAdmin = useUser()?.role === 'admin';
  const saving = useChange(
    ({ id, ...body }: Draft & { id: string }) =>
      call(api.resolveIncident, { params: { id }, body }),
    { refetch: (client) => invalidateAndRefetch(client, { queryKey: incidentsRoot }) },
  );
  return (
    <EditDialog
      subject={incident}
      onClose={onClose}
      texts={({ key }) => ({ title: t('key', key), submitLabel: t('resolve') })}
      initial={({ kind }): Draft => ({
        resolution: resolutionsFor(kind, isAdmin)[0] ?? resolutionBy.return,
        note: '',
        lockChanged: false,
      })}
      toInput={(draft, { id }) => ({ id, ...draft })}
      saving={saving}
    >
      {({ subject: { kind }, draft, change, text }) => (
        <>
          <SelectField
            label={t('how-did-it-end')}
            value={draft.resolution}
            options={resolutionsFor(kind, isAdmin).map((value) => ({
              value,
              label: kindText(resolutions[value].label),
            }))}
            onChange={(resolution) => change({ resolution })}
          />
          <TextField {...text('note')} label={noteText('note-optional')} maxLength={500} />
          <SwitchField
            label={t('lock-changed')}
            checked={draft.lockChanged}
            onChange={(lockChanged) => change({ lockChanged })}
          />
        </>
      )}
    </EditDialog>
  );
}
