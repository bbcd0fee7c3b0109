import type { DueScope } from '@keydesk/shared/due/due-rule';
import {
  EntryField,
  KeyField,
  PersonField,
  type PickFieldProps,
} from '../../../ui/pick-fields.tsx';

type SubjectFieldProps = PickFieldProps & { scope: DueScope; error: string | undefined };

/** What a rule is for; nothing to choose where that is the campus. */
export function SubjectField({ scope, error, ...field }: SubjectFieldProps) {
  if (scope === 'campus') return null;
  return (
    <div>
      {scope === 'key' && <KeyField {...field} />}
      {scope === 'person' && <PersonField {...field} />}
      {scope === 'category' && <EntryField list="categories" label="Category" {...field} />}
      {scope === 'department' && <EntryField list="departments" label="Department" {...field} />}
      {error && (
        <p role="alert" className="mt-1.5 text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
