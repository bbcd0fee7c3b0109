import type { Grant } from '@keydesk/shared/access/grants';
import type { AccessRequest } from '@keydesk/shared/access/requests';
import { dayMs } from '@keydesk/shared/core/dates';
import { t } from '@keydesk/shared/texts/en/access';
import { t as actionText } from '@keydesk/shared/texts/en/actions';
import { t as fieldText } from '@keydesk/shared/texts/en/fields';
import { t as noteText } from '@keydesk/shared/texts/en/notes';
import { useId } from 'react';
import { serverNow } from '../../lib/clock.ts';
import { useCampusTimezone } from '../../lib/config.ts';
import { useDraft } from '../../lib/draft.ts';
import { fromDateTimeField, toDateTimeField } from '../../lib/format.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import type { ComboboxOption } from '../../ui/combobox-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { EditDialog } from '../../ui/edit-dialog.tsx';
import { MomentField, TextField } from '../../ui/fields.tsx';
import { KeyField, PersonField } from '../../ui/pick-fields.tsx';
import { KeyNumber } from '../../ui/record-link.tsx';
import { useDecide, useGiveAccess } from './request-queries.ts';

type GiveAccessDialogProps = {
  subject: { renewed: Grant | null } | null;
  /** The keys to choose from; null for all. */
  ownKeys: readonly Grant['key'][] | null;
  onClose: () => void;
};

type Draft = {
  person: ComboboxOption | null;
  key: ComboboxOption | null;
  until: string;
  reason: string;
};

/** Gives a person access to a key, or renews it. The previous grant ends. */
export function GiveAccessDialog({ subject, ownKeys, onClose }: GiveAccessDialogProps) {
  const timezone = useCampusTimezone();
  return (
    <EditDialog
      subject={subject}
      onClose={onClose}
      texts={({ renewed }) => ({
        title: renewed ? t('renew-access') : t('give-access-title'),
        description: renewed && (
          <Dotted>
            {renewed.user.name}
            <KeyNumber number={renewed.key.keyNumber} />
          </Dotted>
        ),
        submitLabel: renewed ? actionText('renew') : t('give-access-title'),
      })}
      initial={({ renewed }): Draft => ({
        person: renewed && { id: renewed.user.id, label: renewed.user.name },
        key: renewed && keyOption(renewed.key),
        until: renewed ? toDateTimeField(serverNow() + renewalMs) : '',
        reason: renewed?.reason ?? '',
      })}
      browserChecks
      errorsOf={({ person, key }) => {
        const missing = t('choose-person-and-key');
        return !person ? { person: missing } : !key ? { key: missing } : {};
      }}
      toInput={({ person, key, until, reason }) => {
        if (!key || !person) return null;
        const validUntil = until === '' ? undefined : fromDateTimeField(until);
        return { keyId: key.id, userId: person.id, validUntil, reason };
      }}
      saving={useGiveAccess()}
    >
      {({ subject: { renewed }, text, field }) => (
        <>
          {!renewed && <PersonField among="grantable" {...field('person')} />}
          {!renewed && <KeyField picks={ownKeys?.map(keyOption)} {...field('key')} />}
          <MomentField
            {...text('until')}
            label={t('until-optional')}
            hint={t('until-hint', { timezone })}
          />
          <TextField {...text('reason')} label={noteText('reason-optional')} maxLength={200} />
        </>
      )}
    </EditDialog>
  );
}

const renewalMs = 30 * dayMs;

function keyOption({ id, keyNumber, keyName }: Grant['key']): ComboboxOption {
  return { id, label: keyNumber, note: keyName };
}

type ApproveUntilDialogProps = { request: AccessRequest; open: boolean; onClose: () => void };

export function ApproveUntilDialog({ request, open, onClose }: ApproveUntilDialogProps) {
  const formId = useId();
  const decide = useDecide(onClose);
  const { id, key, user, wantedUntil } = request;
  const { draft, text, submit } = useDraft(
    () => ({ until: toDateTimeField(Date.parse(wantedUntil)), note: '' }),
    () => ({}),
    ({ until, note }) => {
      if (until !== '')
        decide.mutate({ id, decision: 'approve', until: fromDateTimeField(until), note });
    },
  );
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('approve-or-deny')}
      description={`${user.name}: ${key.keyNumber}`}
      actions={
        <>
          <ActionButton
            variant="secondary"
            disabled={decide.isPending}
            onClick={() => decide.mutate({ id, decision: 'deny', note: draft.note })}
          >
            {t('deny')}
          </ActionButton>
          <ActionButton
            type="submit"
            form={formId}
            disabled={draft.until === ''}
            busy={decide.isPending}
          >
            {t('approve-until-then')}
          </ActionButton>
        </>
      }
    >
      <form id={formId} onSubmit={submit} className="flex flex-col gap-4">
        <MomentField {...text('until')} label={fieldText('until')} />
        <TextField
          {...text('note')}
          label={fieldText('note-optional')}
          hint={t('reads-it', { name: user.name })}
          maxLength={200}
        />
      </form>
    </Dialog>
  );
}
