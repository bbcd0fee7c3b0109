import {
  beforeDueMinutes,
  headMinutes,
  type ReminderSchedule,
  recommendedReminderSchedule,
  reminderScheduleSchema,
} from '@keydesk/shared/due/reminder-schedule';
import { t as actionText } from '@keydesk/shared/texts/en/actions';
import { t as fieldText } from '@keydesk/shared/texts/en/fields';
import { t } from '@keydesk/shared/texts/en/reminder-schedule';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type ApiResponse, api, call, getErrorMessage } from '../../lib/api.ts';
import { changedGroups, useStoredDraft } from '../../lib/draft.ts';
import { reminderStepNames } from '../../lib/due.ts';
import { currentOf, saveSeen } from '../../lib/stale.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Button } from '../../ui/button.tsx';
import { SwitchField, TextField } from '../../ui/fields.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TitledCard } from '../../ui/page.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { showSuccess } from '../../ui/toast/show-toast.ts';

export function ReminderScheduleSection() {
  const query = useQuery(reminderScheduleQuery);
  const { data } = query;
  return (
    <TitledCard title={t('reminders')} text={t('about')} large className="min-w-0">
      {data && !data.mail && (
        <Notice tone="info" className="mt-3">
          {t('no-mail')}
        </Notice>
      )}
      {data && <ReminderScheduleForm saved={data} />}
      <QueryState query={query} loading={<Skeleton className="mt-4 h-72" />} />
    </TitledCard>
  );
}

function ReminderScheduleForm({ saved }: { saved: StoredSchedule }) {
  const stored = useStoredDraft(saved.ladder);
  const { draft: schedule = saved.ladder, isChanged } = stored;
  const [isTried, setIsTried] = useState(false);
  const save = useSaveReminderSchedule();
  const problems = isTried ? problemsOf(schedule) : {};
  const change = (step: keyof ReminderSchedule, part: object) =>
    stored.change({ ...schedule, [step]: { ...schedule[step], ...part } });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (Object.keys(problemsOf(schedule)).length === 0) save.mutate({ saved, schedule });
  };
  return (
    <form noValidate onSubmit={submit} className="mt-2">
      <div className="divide-y divide-line">
        {steps().map(({ step, label, hint, times = [] }) => {
          const values: Readonly<Record<string, unknown>> = schedule[step];
          return (
            <div key={step} className="py-3">
              <SwitchField
                label={label}
                hint={hint}
                checked={schedule[step].on}
                onChange={(on) => change(step, { on })}
              />
              {schedule[step].on && times.length > 0 && (
                <fieldset className="mt-2 flex min-w-0 flex-wrap gap-x-4 gap-y-3">
                  <legend className="sr-only">{label}</legend>
                  {times.map(({ of, ...time }, at) => (
                    <StepTime
                      key={of}
                      {...time}
                      value={values[of] as string | number}
                      error={(at === 0 && problems[step]) || stored.theirs[`${step}.${of}`]}
                      onChange={(value) => change(step, { [of]: value })}
                    />
                  ))}
                </fieldset>
              )}
            </div>
          );
        })}
      </div>
      {save.error && (
        <Notice tone="error" className="mt-3">
          {getErrorMessage(save.error)}
        </Notice>
      )}
      <div className="mt-4 flex min-w-0 flex-wrap gap-2 *:max-w-full">
        <ActionButton type="submit" busy={save.isPending} disabled={!isChanged}>
          {t('save')}
        </ActionButton>
        <Button variant="secondary" onClick={() => stored.change(recommendedReminderSchedule)}>
          {t('switch-everything-on')}
        </Button>
        {isChanged && (
          <Button variant="quiet" onClick={stored.discard}>
            {actionText('discard')}
          </Button>
        )}
      </div>
    </form>
  );
}

type StepTimeField = {
  label: string;
  /** The bounds of a number of minutes; without them the field is a time of day. */
  bounds?: { least: number; most: number };
};

type Step = {
  step: keyof ReminderSchedule;
  label: string;
  hint: string;
  times?: readonly (StepTimeField & { of: 'minutes' | 'time' | 'from' | 'to' })[];
};

function steps(): readonly Step[] {
  return [
    {
      step: 'beforeDue',
      label: reminderStepNames.beforeDue(),
      hint: t('before-due-hint'),
      times: [{ of: 'minutes', label: t('minutes-before'), bounds: beforeDueMinutes }],
    },
    {
      step: 'overdue',
      label: reminderStepNames.overdue(),
      hint: t('overdue-hint'),
    },
    {
      step: 'alert',
      label: reminderStepNames.alert(),
      hint: t('alert-hint'),
    },
    {
      step: 'head',
      label: reminderStepNames.head(),
      hint: t('head-hint'),
      times: [{ of: 'minutes', label: t('minutes-after-overdue'), bounds: headMinutes }],
    },
    {
      step: 'digest',
      label: reminderStepNames.digest(),
      hint: t('digest-hint'),
      times: [{ of: 'time', label: t('time') }],
    },
    {
      step: 'quietHours',
      label: t('quiet-hours'),
      hint: t('quiet-hours-hint'),
      times: [
        { of: 'from', label: fieldText('from') },
        { of: 'to', label: fieldText('to') },
      ],
    },
  ];
}

type StepTimeProps = StepTimeField & {
  value: string | number;
  error: string | undefined;
  onChange: (value: string | number) => void;
};

function StepTime({ label, bounds, value, error, onChange }: StepTimeProps) {
  const field = { label, error, required: true, value: Number.isNaN(value) ? '' : value };
  if (!bounds)
    return (
      <TextField
        {...field}
        type="time"
        onChange={({ target }) => onChange(target.value)}
        className="w-40 max-w-full min-w-0"
      />
    );
  const { least, most } = bounds;
  return (
    <TextField
      {...field}
      type="number"
      inputMode="numeric"
      min={least}
      max={most}
      hint={t('bounds', { least, most })}
      onChange={({ target }) => onChange(target.valueAsNumber)}
      className="w-48 max-w-full min-w-0"
    />
  );
}

function problemsOf(schedule: ReminderSchedule): Partial<Record<keyof ReminderSchedule, string>> {
  const issues = reminderScheduleSchema.safeParse(schedule).error?.issues ?? [];
  return Object.fromEntries(issues.map(({ path, message }) => [path[0], message]));
}

type StoredSchedule = ApiResponse<typeof api.getLadder>['data'];

function useSaveReminderSchedule() {
  const client = useQueryClient();
  const show = (now: StoredSchedule) =>
    client.setQueryData(reminderScheduleQuery.queryKey, (before) => ({ ...before, ...now }));
  return useMutation({
    mutationFn: ({ saved, schedule }: { saved: StoredSchedule; schedule: ReminderSchedule }) => {
      const changes = changedGroups(saved.ladder, schedule);
      const send = (version: number) => call(api.putLadder, { body: { ...changes, version } });
      return saveSeen(shownOf(saved), changes, send, (now) => shownOf(now as StoredSchedule));
    },
    onSuccess: ({ data }) => {
      show(data);
      showSuccess(t('saved'));
    },
    onError: (cause) => {
      const current = currentOf(cause);
      if (current) show(current as StoredSchedule);
    },
  });
}

function shownOf({ ladder, version }: StoredSchedule) {
  return { ...ladder, version };
}

const reminderScheduleQuery = queryOptions({
  queryKey: ['reminder-schedule'],
  queryFn: async ({ signal }) => (await call(api.getLadder, { signal })).data,
});
