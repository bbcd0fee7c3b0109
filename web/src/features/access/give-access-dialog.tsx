import type { Grant } from '@keydesk/shared/access/grant-routes';
import { dayMs } from '@keydesk/shared/durations';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { serverNow } from '../../lib/clock.ts';
import { useCampusTimezone } from '../../lib/config.ts';
import { fromDateTimeField, toDateTimeField } from '../../lib/date-time-field.ts';
import { useDebouncedValue } from '../../lib/hooks.ts';
import { ComboboxField, type ComboboxOption } from '../../ui/combobox-field.tsx';
import { Facts } from '../../ui/facts.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { KeyNumber } from '../../ui/key-number.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { allKeysQuery, peopleToGrantQuery, useGiveAccess } from './request-queries.ts';

type GiveAccessDialogProps = {
  open: boolean;
  /** What is renewed: its person and key are given. */
  renewed: Grant | null;
  /** The keys to choose from; null for all. */
  ownKeys: readonly Grant['key'][] | null;
  onClose: () => void;
};

/** Gives a person access to a key, or renews it; what they had ends with that. */
export function GiveAccessDialog({ open, renewed, ownKeys, onClose }: GiveAccessDialogProps) {
  const close = () => {
    giving.reset();
    onClose();
  };
  const giving = useGiveAccess(close);
  return (
    <FormDialog
      open={open}
      onClose={close}
      title={renewed ? 'Renew Access' : 'Give Access'}
      description={
        renewed && (
          <Facts>
            {renewed.user.name}
            <KeyNumber number={renewed.key.keyNumber} />
          </Facts>
        )
      }
      submitLabel={renewed ? 'Renew' : 'Give Access'}
      busy={giving.isPending}
      failure={giving.error}
    >
      {(formId) =>
        open && (
          <GiveAccessForm
            formId={formId}
            renewed={renewed}
            ownKeys={ownKeys}
            onGive={giving.mutate}
          />
        )
      }
    </FormDialog>
  );
}

type GiveAccessFormProps = Pick<GiveAccessDialogProps, 'renewed' | 'ownKeys'> & {
  formId: string;
  onGive: ReturnType<typeof useGiveAccess>['mutate'];
};

const renewalMs = 30 * dayMs;

function GiveAccessForm({ formId, renewed, ownKeys, onGive }: GiveAccessFormProps) {
  const timezone = useCampusTimezone();
  const [key, setKey] = useState<ComboboxOption | null>(renewed && keyOption(renewed.key));
  const [person, setPerson] = useState<ComboboxOption | null>(
    renewed && { id: renewed.user.id, label: renewed.user.name },
  );
  const [until, setUntil] = useState(() =>
    renewed ? toDateTimeField(serverNow() + renewalMs, timezone) : '',
  );
  const [reason, setReason] = useState(renewed?.reason ?? '');
  const [tried, setTried] = useState(false);
  const give = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!key || !person) return;
    const validUntil = until === '' ? undefined : fromDateTimeField(until, timezone);
    onGive({ keyId: key.id, userId: person.id, validUntil, reason });
  };
  return (
    <form id={formId} onSubmit={give} className="flex flex-col gap-4">
      {!renewed && <PersonToGrant value={person} onChange={setPerson} />}
      {!renewed && <KeyToGrant ownKeys={ownKeys} value={key} onChange={setKey} />}
      {tried && !(key && person) && (
        <p role="alert" className="text-sm text-danger">
          Please choose a person and a key
        </p>
      )}
      <TextField
        type="datetime-local"
        label="Until (optional)"
        hint={`Without it, until you end it. In the time zone of the campus, ${timezone}`}
        value={until}
        onChange={({ target }) => setUntil(target.value)}
      />
      <TextField
        label="Reason (optional)"
        value={reason}
        maxLength={200}
        onChange={({ target }) => setReason(target.value)}
      />
    </form>
  );
}

type FieldProps = {
  value: ComboboxOption | null;
  onChange: (pick: ComboboxOption | null) => void;
};

function PersonToGrant(field: FieldProps) {
  const [term, setTerm] = useState('');
  const people = useQuery(peopleToGrantQuery(useDebouncedValue(term.trim()))).data ?? [];
  return (
    <ComboboxField
      label="Person"
      placeholder="Please choose"
      filtered
      onSearch={setTerm}
      picks={people.map(({ id, name, department }) => ({
        id,
        label: name,
        ...(department && { note: department }),
      }))}
      {...field}
    />
  );
}

function KeyToGrant({ ownKeys, ...field }: FieldProps & Pick<GiveAccessDialogProps, 'ownKeys'>) {
  const all = useQuery(allKeysQuery(ownKeys === null)).data ?? [];
  return (
    <ComboboxField
      label="Key"
      placeholder="Please choose"
      picks={(ownKeys ?? all).map(keyOption)}
      {...field}
    />
  );
}

function keyOption({ id, keyNumber, keyName }: Grant['key']): ComboboxOption {
  return { id, label: keyNumber, note: keyName };
}
