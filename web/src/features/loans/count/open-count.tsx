import { retiredKeyText } from '@keydesk/shared/keys/retired-key';
import type { Count, CountResult } from '@keydesk/shared/loans/counts';
import { t } from '@keydesk/shared/texts/en/counts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CloudOff, ScanLine } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { api, call, getErrorMessage } from '../../../lib/api.ts';
import { campusTimezone } from '../../../lib/format.ts';
import { ActionButton, OnDutyButton } from '../../../ui/action-button.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Card } from '../../../ui/page.tsx';
import { showError } from '../../../ui/toast/show-toast.ts';
import { useChange } from '../../../ui/use-change.ts';
import { keysQuery } from '../../keys/queries.ts';
import { kindOf } from '../scanner/code-watcher.ts';
import { playFeedback } from '../scanner/feedback.ts';
import { useScansForDesk } from '../scanner/keep-scans.tsx';
import { useKeyboardWedge } from '../scanner/keyboard-wedge.ts';
import { ScannerOverlay } from '../scanner/scanner-overlay.tsx';
import { countQuery, countsRoot } from './count-query.ts';
import { useCountScans } from './count-scans.ts';
import { SeenKeys } from './seen-keys.tsx';

/** The last scan; `warning` says what is wrong with it. */
type Last = { keyNumber: string | null; warning?: string | undefined };

/** Shows the last scan, but not which keys are expected: a count is blind. */
export function OpenCount({ result, deskId }: { result: CountResult; deskId: string }) {
  const { count } = result;
  const client = useQueryClient();
  const [camera, setCamera] = useState(false);
  const [last, setLast] = useState<Last | null>(count.last ? { keyNumber: count.last } : null);
  const noteSeen: Parameters<typeof useCountScans>[1] = ({
    count: now,
    keyNumbers,
    scans: noted,
    retired,
  }) => {
    const keyNumber = keyNumbers.at(-1) ?? null;
    const old = retired.find((key) => key.keyNumber === keyNumber);
    const unknown = keyNumber === null ? t('tag-of-no-key') : undefined;
    setLast({ keyNumber, warning: old ? retiredKeyText(old, campusTimezone.get()) : unknown });
    playFeedback(keyNumbers.includes(null) || old ? 'failure' : 'success');
    const ids = new Set(noted.map(({ id }) => id));
    client.setQueryData(
      countQuery(count.id).queryKey,
      (data) =>
        data && {
          ...data,
          count: now,
          scans: [...noted, ...data.scans.filter(({ id }) => !ids.has(id))],
        },
    );
  };
  const readAgain = () => void client.invalidateQueries({ queryKey: countsRoot });
  const scans = useCountScans(count.id, noteSeen, readAgain);
  const toDesk = useScansForDesk(deskId);
  const scan = (text: string) => {
    const kind = kindOf(text);
    if (kind === 'tags') return scans.add({ tag: text });
    if (kind === 'handovers') return toDesk(text);
    playFeedback('failure');
    showError(t('not-a-tag'));
  };
  useKeyboardWedge(scan);
  const closing = useMutation({
    mutationFn: async () => {
      if (!(await scans.flush())) throw new Error(t('still-to-send'));
      return call(api.closeCount, { params: { id: count.id } });
    },
    onError: (cause) => showError(getErrorMessage(cause)),
    onSettled: () => client.invalidateQueries({ queryKey: countsRoot }),
  });
  const isSeen = result.scans.some(({ keyNumber }) => keyNumber === last?.keyNumber);
  const shownLast = last && (last.warning || isSeen) ? last : null;
  const seenText = t('scanned', { count: count.scanned });
  // The server finishes no count without a key that was seen.
  const canFinish = count.scanned > 0 || scans.held > 0;
  return (
    <>
      <Card className="flex flex-col items-center gap-4 px-6 py-8 text-center">
        <div role="status">
          <p className="text-muted">{seenText}</p>
          <p className="mt-1 min-h-14 text-5xl font-semibold tracking-tight wrap-anywhere tabular-nums">
            {shownLast && (shownLast.keyNumber ?? '?')}
          </p>
          {shownLast?.warning && (
            <p className="font-semibold text-overdue wrap-anywhere">{shownLast.warning}</p>
          )}
        </div>
        {scans.held > 0 && (
          <Notice
            tone="warning"
            icon={<CloudOff aria-hidden />}
            className="w-full max-w-md text-start"
          >
            {t('scans-kept', { count: scans.held })}
          </Notice>
        )}
        <p className="max-w-prose text-muted">{t('scan-every-tag')}</p>
        <div className="flex w-full max-w-md flex-wrap justify-center gap-3">
          <Button
            variant={canFinish ? 'secondary' : 'primary'}
            size="large"
            onClick={() => setCamera(true)}
          >
            <ScanLine aria-hidden className="size-5" />
            {t('use-camera')}
          </Button>
          {canFinish && (
            <OnDutyButton
              size="large"
              busy={closing.isPending}
              onClick={() => !closing.isPending && closing.mutate()}
            >
              {t('finish')}
            </OnDutyButton>
          )}
          <AbandonCount count={count} />
        </div>
        <NumberForm onNumber={(keyId) => scans.add({ keyId })} />
        <ScannerOverlay
          open={camera}
          onClose={() => setCamera(false)}
          onCode={scan}
          onSeveral={(codes) => {
            for (const { text } of codes) scan(text);
          }}
          wantsTag
          status={
            shownLast?.keyNumber
              ? t('scanned-last', { count: count.scanned, keyNumber: shownLast.keyNumber })
              : seenText
          }
        />
      </Card>
      <SeenKeys result={result} ticked={scans.ticked} onTick={(keyId) => scans.add({ keyId })} />
    </>
  );
}

function AbandonCount({ count }: { count: Count }) {
  const [asks, setAsks] = useState(false);
  const abandoning = useChange(() => call(api.abandonCount, { params: { id: count.id } }), {
    says: t('was-abandoned'),
    refetch: (client) => client.invalidateQueries({ queryKey: countsRoot }),
  });
  return (
    <>
      <OnDutyButton variant="quiet" size="large" onClick={() => setAsks(true)}>
        {t('abandon')}
      </OnDutyButton>
      <ConfirmDialog
        open={asks}
        title={t('abandon-title')}
        confirmLabel={t('abandon')}
        busy={abandoning.isPending}
        failure={abandoning.error}
        onConfirm={() => !abandoning.isPending && abandoning.mutate()}
        onClose={() => setAsks(false)}
      >
        {t('abandon-means')}
      </ConfirmDialog>
    </>
  );
}

function NumberForm({ onNumber }: { onNumber: (keyId: string) => void }) {
  const { data: keys } = useQuery(keysQuery);
  const [number, setNumber] = useState('');
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const typed = number.trim().toLowerCase();
    const key = keys?.find(({ keyNumber }) => keyNumber.toLowerCase() === typed);
    if (!key) return setError(t('no-such-key'));
    setNumber('');
    onNumber(key._id);
  };
  return (
    <form onSubmit={submit} className="flex w-full max-w-md items-end gap-3 text-start">
      <TextField
        label={t('key-number')}
        className="min-w-0 flex-1"
        value={number}
        error={error}
        maxLength={60}
        autoComplete="off"
        autoCapitalize="characters"
        onChange={({ target }) => {
          setError(undefined);
          setNumber(target.value);
        }}
      />
      <ActionButton type="submit" variant="secondary" disabled={number.trim() === ''}>
        {t('add')}
      </ActionButton>
    </form>
  );
}
