import {
  beforeDueMinutes,
  headMinutes,
  type ReminderSchedule,
  recommendedReminderSchedule,
  reminderScheduleSchema,
} from '@keydesk/shared/due/reminder-schedule';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { api, call, getErrorMessage } from '../../lib/api.ts';
import { withChanges } from '../../lib/draft.ts';
import { reminderStepNames } from '../../lib/due.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Button } from '../../ui/button.tsx';
import { SwitchField, TextField } from '../../ui/fields.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { showSuccess } from '../../ui/toast/show-toast.ts';

/** Who is told when keys come near their due time and pass it: the section Ladder. */
export function ReminderScheduleSection() {
  const query = useQuery(reminderScheduleQuery);
  const { data } = query;
  return (
    <Card aria-labelledby="ladder" className="min-w-0">
      <h2 id="ladder" className="text-lg font-semibold">
        Ladder
      </h2>
      <p className="mt-1 max-w-prose text-muted">
        Who is told when a key comes near its due time and passes it. One message a person for each
        step, whatever the number of keys.
      </p>
      {data && !data.mail && (
        <Notice tone="info" className="mt-3">
          No mail is sent here: SMTP_URL is empty. Steps reach people in the application and by
          push.
        </Notice>
      )}
      {data && <ReminderScheduleForm key={JSON.stringify(data.ladder)} saved={data.ladder} />}
      <QueryState query={query} loading={<Skeleton className="mt-4 h-72" />} />
    </Card>
  );
}

function ReminderScheduleForm({ saved }: { saved: ReminderSchedule }) {
  const [ladder, setLadder] = useState(saved);
  const [isTried, setIsTried] = useState(false);
  const save = useSaveReminderSchedule();
  const problems = isTried ? problemsOf(ladder) : {};
  const change = <Step extends keyof ReminderSchedule>(
    step: Step,
    part: Partial<ReminderSchedule[Step]>,
  ) => setLadder((before) => ({ ...before, [step]: { ...before[step], ...part } }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (Object.keys(problemsOf(ladder)).length === 0) save.mutate({ opened: saved, ladder });
  };
  const isChanged = JSON.stringify(ladder) !== JSON.stringify(saved);
  return (
    <form noValidate onSubmit={submit} className="mt-2">
      <div className="divide-y divide-line">
        <StepFields
          label={reminderStepNames.beforeDue}
          hint="To the holder, by push."
          on={ladder.beforeDue.on}
          onSwitch={(on) => change('beforeDue', { on })}
        >
          <MinutesField
            label="Minutes before"
            bounds={beforeDueMinutes}
            value={ladder.beforeDue.minutes}
            error={problems.beforeDue}
            onChange={(minutes) => change('beforeDue', { minutes })}
          />
        </StepFields>
        <StepFields
          label={reminderStepNames.overdue}
          hint="When it is overdue, and again at each closing: to the holder, by push and mail."
          on={ladder.overdue.on}
          onSwitch={(on) => change('overdue', { on })}
        />
        <StepFields
          label={reminderStepNames.alert}
          hint="At the same times: to the desk and the admins, by push."
          on={ladder.alert.on}
          onSwitch={(on) => change('alert', { on })}
        />
        <StepFields
          label={reminderStepNames.head}
          hint="To the head of the holder’s department, by mail; to the admins where there is none."
          on={ladder.head.on}
          onSwitch={(on) => change('head', { on })}
        >
          <MinutesField
            label="Minutes after it is overdue"
            bounds={headMinutes}
            value={ladder.head.minutes}
            error={problems.head}
            onChange={(minutes) => change('head', { minutes })}
          />
        </StepFields>
        <StepFields
          label={reminderStepNames.digest}
          hint="On the next open day: to the admins, by mail."
          on={ladder.digest.on}
          onSwitch={(on) => change('digest', { on })}
        >
          <TimeField
            label="Time"
            value={ladder.digest.time}
            error={problems.digest}
            onChange={(time) => change('digest', { time })}
          />
        </StepFields>
        <StepFields
          label="Quiet hours"
          hint="Steps wait. Afterwards only the highest step that was reached is sent."
          on={ladder.quietHours.on}
          onSwitch={(on) => change('quietHours', { on })}
        >
          <TimeField
            label="From"
            value={ladder.quietHours.from}
            error={problems.quietHours}
            onChange={(from) => change('quietHours', { from })}
          />
          <TimeField
            label="To"
            value={ladder.quietHours.to}
            onChange={(to) => change('quietHours', { to })}
          />
        </StepFields>
      </div>
      {save.error && (
        <Notice tone="error" className="mt-3">
          {getErrorMessage(save.error)}
        </Notice>
      )}
      <div className="mt-4 flex min-w-0 flex-wrap gap-2 *:max-w-full">
        <ActionButton type="submit" busy={save.isPending} disabled={!isChanged}>
          Save ladder
        </ActionButton>
        <Button variant="secondary" onClick={() => setLadder(recommendedReminderSchedule)}>
          Switch everything on
        </Button>
        {isChanged && (
          <Button variant="quiet" onClick={() => setLadder(saved)}>
            Discard
          </Button>
        )}
      </div>
    </form>
  );
}

type StepFieldsProps = {
  label: string;
  hint: string;
  on: boolean;
  onSwitch: (on: boolean) => void;
  children?: ReactNode;
};

/** A step's switch and, while it is on, its times. */
function StepFields({ label, hint, on, onSwitch, children }: StepFieldsProps) {
  return (
    <div className="py-3">
      <SwitchField label={label} hint={hint} checked={on} onChange={onSwitch} />
      {on && children && (
        <fieldset className="mt-2 flex min-w-0 flex-wrap gap-x-4 gap-y-3">
          <legend className="sr-only">{label}</legend>
          {children}
        </fieldset>
      )}
    </div>
  );
}

type FieldProps<T> = {
  label: string;
  value: T;
  error?: string | undefined;
  onChange: (value: T) => void;
};

type MinutesFieldProps = FieldProps<number> & { bounds: { least: number; most: number } };

function MinutesField({ label, value, bounds, error, onChange }: MinutesFieldProps) {
  return (
    <TextField
      label={label}
      type="number"
      inputMode="numeric"
      min={bounds.least}
      max={bounds.most}
      required
      hint={`${bounds.least} to ${bounds.most}`}
      value={Number.isNaN(value) ? '' : value}
      error={error}
      onChange={(event) => onChange(event.target.valueAsNumber)}
      className="w-48 max-w-full min-w-0"
    />
  );
}

function TimeField({ label, value, error, onChange }: FieldProps<string>) {
  return (
    <TextField
      label={label}
      type="time"
      required
      value={value}
      error={error}
      onChange={(event) => onChange(event.target.value)}
      className="w-40 max-w-full min-w-0"
    />
  );
}

/** What is wrong, by step. */
function problemsOf(ladder: ReminderSchedule): Partial<Record<keyof ReminderSchedule, string>> {
  const issues = reminderScheduleSchema.safeParse(ladder).error?.issues ?? [];
  return Object.fromEntries(issues.map(({ path, message }) => [path[0], message]));
}

function useSaveReminderSchedule() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({
      opened,
      ladder,
    }: {
      opened: ReminderSchedule;
      ladder: ReminderSchedule;
    }) => {
      const { data: stored } = await call(api.getLadder);
      return call(api.putLadder, { body: withChanges(stored.ladder, opened, ladder) });
    },
    onSuccess: ({ data }) => {
      client.setQueryData(reminderScheduleQuery.queryKey, data);
      showSuccess('Ladder saved');
    },
  });
}

const reminderScheduleQuery = queryOptions({
  queryKey: ['ladder'],
  queryFn: async ({ signal }) => (await call(api.getLadder, { signal })).data,
});
