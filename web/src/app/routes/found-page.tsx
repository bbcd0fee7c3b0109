import type { Role } from '@keydesk/shared/http/roles';
import { asRetiredKey } from '@keydesk/shared/keys/retired-key';
import { t } from '@keydesk/shared/texts/en/found';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { ApiError, api, call } from '../../lib/api.ts';
import { useUser } from '../../lib/session.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { ErrorNotice, Notice } from '../../ui/notice.tsx';
import { LoneCard } from '../../ui/page.tsx';
import { QueryState } from '../../ui/query-state.tsx';

const places: Partial<Record<Role, string>> = {
  admin: '/dashboard/admin',
  security: '/dashboard/security/scanner',
  faculty: '/dashboard/faculty/keylist',
};

/** The target of a key tag's address for finders; signed-in people see the key itself. */
export function FoundPage() {
  const { tag = '' } = useParams({ strict: false }) as { tag?: string };
  const role = useUser()?.role;
  const place = role && places[role];
  const key = useQuery({
    queryKey: ['key-of-tag', tag],
    queryFn: async ({ signal }) =>
      (await call(api.getKey, { params: { id: tag }, signal })).data.key._id,
    enabled: place !== undefined,
    retry: false,
  });
  if (place && key.data) return <Navigate to={place} search={{ key: key.data }} replace />;
  const retired = key.error instanceof ApiError && asRetiredKey(key.error.details);
  return <Stranger tag={tag} truth={retired ? key.error?.message : undefined} />;
}

function Stranger({ tag, truth }: { tag: string; truth?: string | undefined }) {
  const query = useQuery({
    queryKey: ['whose-key', tag],
    queryFn: async ({ signal }) => (await call(api.whoseKey, { params: { tag }, signal })).data,
  });
  const { desk } = query.data ?? {};
  const unknown = unknownTag(query.error);
  return (
    <LoneCard title={query.data ? t('belongs-to', { campus: query.data.campus }) : unknown}>
      {truth && (
        <Notice tone="warning" className="mt-6 text-start">
          {truth}
        </Notice>
      )}
      {!unknown && <QueryState query={query} loading={t('loading')} />}
      {query.data && (
        <>
          <p className="mt-2 text-pretty wrap-anywhere">
            {desk?.phone
              ? t.rich('bring-or-call', {
                  ...desk,
                  phone: desk.phone,
                  call: (chunks) => (
                    <a
                      key="call"
                      href={`tel:${desk.phone}`}
                      className="font-semibold text-accent underline"
                    >
                      {chunks}
                    </a>
                  ),
                })
              : desk
                ? t('bring-to', desk)
                : t('bring-to-desk')}
          </p>
          <FoundForm tag={tag} />
        </>
      )}
    </LoneCard>
  );
}

/** What the server says of a tag that it does not know; null for other failures. */
function unknownTag(error: Error | null): string | null {
  const isUnknown = error instanceof ApiError && (error.status === 400 || error.status === 404);
  return isUnknown ? error.message : null;
}

function FoundForm({ tag }: { tag: string }) {
  const [place, setPlace] = useState('');
  const [contact, setContact] = useState('');
  const reporting = useMutation({
    mutationFn: () => call(api.reportFound, { params: { tag }, body: { place, contact } }),
  });
  if (reporting.isSuccess)
    return (
      <Notice tone="success" className="mt-6">
        {reporting.data.message}
      </Notice>
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!reporting.isPending) reporting.mutate();
  };
  return (
    <form
      onSubmit={submit}
      className="mt-6 flex flex-col gap-4 border-t border-line pt-6 text-start"
    >
      <h2 className="font-semibold">{t('i-have-found-it')}</h2>
      <TextField
        label={t('where-is-it')}
        required
        maxLength={300}
        autoComplete="off"
        value={place}
        onChange={({ target }) => setPlace(target.value)}
      />
      <TextField
        label={t('how-to-reach')}
        maxLength={300}
        autoComplete="off"
        value={contact}
        onChange={({ target }) => setContact(target.value)}
      />
      <ErrorNotice cause={reporting.error} />
      <ActionButton type="submit" size="large" busy={reporting.isPending}>
        {t('tell-the-desk')}
      </ActionButton>
    </form>
  );
}
