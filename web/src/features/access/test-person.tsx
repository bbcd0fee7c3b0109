import { useQuery } from '@tanstack/react-query';
import { CircleAlert, UserRoundSearch } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { getErrorMessage } from '../../lib/api.ts';
import { serverNow } from '../../lib/clock.ts';
import { useCampusTimezone } from '../../lib/config.ts';
import { fromDateTimeField, toDateTimeField } from '../../lib/date-time-field.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { VerdictNotice } from '../../ui/verdict-notice.tsx';
import { verdictQuery } from './request-queries.ts';

type TestPersonProps<Person extends { id: string }> = {
  keyId: string;
  /** Finds a person, or shows who was found. */
  renderPicker: (person: Person | null, onPick: (person: Person | null) => void) => ReactNode;
};

/** Whether a person may take the key at a moment; nothing is handed out. */
export function TestPerson<Person extends { id: string }>(props: TestPersonProps<Person>) {
  const [open, setOpen] = useState(false);
  if (open) return <TestForm {...props} />;
  return (
    <Button variant="secondary" size="small" onClick={() => setOpen(true)} className="mt-3">
      <UserRoundSearch aria-hidden className="size-4.5" />
      Test a person
    </Button>
  );
}

function TestForm<Person extends { id: string }>({ keyId, renderPicker }: TestPersonProps<Person>) {
  const timezone = useCampusTimezone();
  const [person, setPerson] = useState<Person | null>(null);
  const [field, setField] = useState(() => toDateTimeField(serverNow(), timezone));
  const [isNow, setIsNow] = useState(true);
  const at = isNow || field === '' ? {} : { at: fromDateTimeField(field, timezone) };
  const { data, error } = useQuery({
    ...verdictQuery(keyId, { userId: person?.id ?? '', ...at }),
    enabled: person !== null,
  });
  return (
    <section aria-label="Test a person" className="mt-4 border-t border-line pt-4">
      <p className="mb-2 text-sm font-semibold text-muted">Test a person</p>
      {renderPicker(person, setPerson)}
      <TextField
        type="datetime-local"
        label="At"
        hint={`In the time zone of the campus, ${timezone}`}
        value={field}
        onChange={({ target }) => {
          setIsNow(false);
          setField(target.value);
        }}
        className="mt-4"
      />
      {person && error && (
        <Notice tone="error" icon={<CircleAlert aria-hidden />} className="mt-4">
          {getErrorMessage(error)}
        </Notice>
      )}
      {person && data && <VerdictNotice verdict={data.verdict} className="mt-4" />}
    </section>
  );
}
