import type { ListedDueRule } from '@keydesk/shared/due/rule-routes';
import { CircleAlert } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { getErrorMessage } from '../../../lib/api.ts';
import { serverNow } from '../../../lib/clock.ts';
import { useCampusTimezone } from '../../../lib/config.ts';
import { fromDateTimeField, toDateTimeField } from '../../../lib/date-time-field.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import type { ComboboxOption } from '../../../ui/combobox-field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Card } from '../../../ui/page.tsx';
import { KeyField, PersonField } from '../../../ui/pick-fields.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useTryRules } from './queries.ts';
import { TrialResult } from './trial-result.tsx';

/** Tries the rules: a person, a key and a moment give a due time. */
export function TryCard({ rules }: { rules: readonly ListedDueRule[] }) {
  const timezone = useCampusTimezone();
  const [person, setPerson] = useState<ComboboxOption | null>(null);
  const [key, setKey] = useState<ComboboxOption | null>(null);
  const [at, setAt] = useState<string | null>(null);
  const trial = useTryRules();
  const moment = at ?? toDateTimeField(serverNow(), timezone);
  const change = (apply: () => void) => {
    apply();
    trial.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (key && person && moment)
      trial.mutate({ keyId: key.id, userId: person.id, at: fromDateTimeField(moment, timezone) });
  };
  return (
    <Card aria-labelledby="try-rules">
      <h2 id="try-rules" className="text-base font-semibold">
        Try it
      </h2>
      <p className="mt-2 text-sm text-muted">When a key would be due. Nothing is handed out.</p>
      <form onSubmit={submit} className="mt-3 flex flex-col gap-4">
        <PersonField value={person} onChange={(pick) => change(() => setPerson(pick))} />
        <KeyField value={key} onChange={(pick) => change(() => setKey(pick))} />
        <TextField
          type="datetime-local"
          label="Handed out"
          hint={`In the time zone of the campus, ${timezone}`}
          value={moment}
          onChange={({ target }) => change(() => setAt(target.value))}
        />
        <ActionButton
          type="submit"
          variant="secondary"
          disabled={!key || !person || !moment}
          busy={trial.isPending}
          className="self-start"
        >
          Try
        </ActionButton>
      </form>
      {trial.error && (
        <Notice tone="error" icon={<CircleAlert aria-hidden />} className="mt-4">
          {getErrorMessage(trial.error)}
        </Notice>
      )}
      {trial.data && <TrialResult result={trial.data} rules={rules} timezone={timezone} />}
    </Card>
  );
}
