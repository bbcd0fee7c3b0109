import { kindTextFor, type MessageKind, rowOfKind } from '@keydesk/shared/core/message-kinds';
import type { MessagePreference } from '@keydesk/shared/core/notifications';
import { t as kindLabel } from '@keydesk/shared/texts/en/message-kinds';
import { t } from '@keydesk/shared/texts/en/message-preferences';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { api, call, getErrorMessage } from '../../lib/api.ts';
import { useCampus } from '../../lib/campus.ts';
import { useUser } from '../../lib/session.ts';
import { CheckField } from '../../ui/fields.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TitledCard } from '../../ui/page.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { showError } from '../../ui/toast/show-toast.ts';

/** Which messages come by push and email. The application always has all of them. */
export function MessagePreferences() {
  const query = useQuery(preferencesQuery);
  const { data } = query;
  const choose = useChoosePreference();
  const isHead = useIsHead();
  return (
    <TitledCard title={t('messages')} text={t('about')} large className="mt-5 max-w-2xl">
      {data && !data.mail && (
        <Notice tone="info" className="mt-3">
          {t('no-mail')}
        </Notice>
      )}
      {data && (
        <ul className="mt-2 divide-y divide-line">
          {data.kinds
            .filter(({ kind }) => kind !== 'department' || isHead)
            .map((preference) => (
              <PreferenceRow
                key={preference.kind}
                preference={preference}
                onChoose={(chosen) => choose.mutate(chosen)}
              />
            ))}
        </ul>
      )}
      <QueryState query={query} loading={<Skeleton className="mt-4 h-48" />} />
    </TitledCard>
  );
}

/** Heads of departments get messages about its keys. */
function useIsHead(): boolean {
  const [campus, readerId] = [useCampus(), useUser()?.id];
  return campus?.departments.some(({ headId }) => headId === readerId) ?? false;
}

type PreferenceRowProps = {
  preference: MessagePreference;
  onChoose: (chosen: Choice) => void;
};

function PreferenceRow({ preference, onChoose }: PreferenceRowProps) {
  const { kind, push, mail, required } = preference;
  const label = kindLabel(kind);
  const { always } = rowOfKind(kind);
  const text = kindTextFor(kind, useUser()?.role ?? 'pending');
  const id = useId();
  return (
    <li className="py-3">
      <fieldset aria-describedby={id} className="gap-x-6 gap-y-1 sm:flex sm:items-center">
        <legend className="float-left rtl:float-right font-semibold sm:sr-only">{label}</legend>
        <div className="clear-both min-w-0 flex-1">
          <p aria-hidden className="font-semibold max-sm:hidden">
            {label}
          </p>
          <p id={id} className="text-sm text-muted">
            {text}
            {(always || required) && ` ${t(always ? 'always-both' : 'one-must-stay')}`}
          </p>
        </div>
        {!always && (
          <div className="flex shrink-0 flex-wrap gap-x-4">
            <WayBox
              label={t('push')}
              checked={push}
              onChange={(checked) => onChoose({ kind, push: checked, mail })}
            />
            <WayBox
              label={t('mail')}
              checked={mail}
              onChange={(checked) => onChoose({ kind, push, mail: checked })}
            />
          </div>
        )}
      </fieldset>
    </li>
  );
}

type WayBoxProps = { label: string; checked: boolean; onChange: (checked: boolean) => void };

function WayBox({ label, checked, onChange }: WayBoxProps) {
  // The stored choice arrives after the press; without this the box would jump back until then.
  const [shown, setShown] = useState(checked);
  useEffect(() => setShown(checked), [checked]);
  return (
    <CheckField
      label={label}
      checked={shown}
      onChange={(now) => {
        setShown(now);
        onChange(now);
      }}
      className="min-w-20"
    />
  );
}

type Choice = { kind: MessageKind; push: boolean; mail: boolean };

/** Optimistic: a refused choice is reverted. */
function useChoosePreference() {
  const client = useQueryClient();
  const { queryKey } = preferencesQuery;
  return useMutation({
    mutationKey: queryKey,
    scope: { id: 'message-preferences' },
    mutationFn: (chosen: Choice) => call(api.putMessagePreferences, { body: { kinds: [chosen] } }),
    onMutate: (chosen) => {
      client.setQueryData(
        queryKey,
        (data) =>
          data && {
            ...data,
            kinds: data.kinds.map((one) =>
              one.kind === chosen.kind ? { ...one, ...chosen } : one,
            ),
          },
      );
    },
    onSuccess: ({ data }) => {
      // An answer lacks later choices that are still pending.
      if (client.isMutating({ mutationKey: queryKey }) === 1) client.setQueryData(queryKey, data);
    },
    onError: (cause) => {
      showError(getErrorMessage(cause));
      void client.invalidateQueries({ queryKey });
    },
  });
}

const preferencesQuery = queryOptions({
  queryKey: ['message-preferences'],
  queryFn: async ({ signal }) => (await call(api.getMessagePreferences, { signal })).data,
});
