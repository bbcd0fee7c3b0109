import { plural } from '@keydesk/shared/core/text';
import { formatKeyTag } from '@keydesk/shared/keys/key-tag';
import type { Count } from '@keydesk/shared/loans/counts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CloudOff, ScanLine } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { api, call, getErrorMessage } from '../../../lib/api.ts';
import { ActionButton, OnDutyButton } from '../../../ui/action-button.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Card } from '../../../ui/page.tsx';
import { showError } from '../../../ui/toast/show-toast.ts';
import { keysQuery } from '../../keys/queries.ts';
import { kindOf } from '../scanner/code-watcher.ts';
import { playFeedback } from '../scanner/feedback.ts';
import { useScansForDesk } from '../scanner/keep-scans.tsx';
import { useKeyboardWedge } from '../scanner/keyboard-wedge.ts';
import { ScannerOverlay } from '../scanner/scanner-overlay.tsx';
import { countQuery, countsRoot } from './count-query.ts';
import { useCountScans } from './count-scans.ts';

type Last = { keyNumber: string | null };

/** A count that goes on. It tells what was seen last, and not what is expected. */
export function OpenCount({ count, deskId }: { count: Count; deskId: string }) {
  const client = useQueryClient();
  const [camera, setCamera] = useState(false);
  const [last, setLast] = useState<Last | null>(count.last ? { keyNumber: count.last } : null);
  const scans = useCountScans(count.id, ({ count: now, keyNumbers }) => {
    setLast({ keyNumber: keyNumbers.at(-1) ?? null });
    playFeedback(keyNumbers.includes(null) ? 'failure' : 'success');
    client.setQueryData(countQuery(count.id).queryKey, (data) => data && { ...data, count: now });
  });
  const toDesk = useScansForDesk(deskId);
  const scan = (text: string) => {
    const kind = kindOf(text);
    if (kind === 'tags') return scans.add(text);
    if (kind === 'handovers') return toDesk(text);
    playFeedback('failure');
    showError('That is not the tag of a key');
  };
  useKeyboardWedge(scan);
  const closing = useMutation({
    mutationFn: async () => {
      if (!(await scans.flush())) throw new Error('Scans are still to be sent. Try again.');
      return call(api.closeCount, { params: { id: count.id } });
    },
    onSuccess: () => client.invalidateQueries({ queryKey: countsRoot }),
    onError: (cause) => showError(getErrorMessage(cause)),
  });
  const seenText = `${plural(count.scanned, 'key')} scanned`;
  return (
    <Card className="flex flex-col items-center gap-4 px-6 py-8 text-center">
      <div role="status">
        <p className="text-muted">{seenText}</p>
        <p className="mt-1 min-h-14 text-5xl font-semibold tracking-tight wrap-anywhere tabular-nums">
          {last && (last.keyNumber ?? '?')}
        </p>
        {last?.keyNumber === null && (
          <p className="font-medium text-overdue">This is the tag of no key.</p>
        )}
      </div>
      {scans.held > 0 && (
        <Notice
          tone="warning"
          icon={<CloudOff aria-hidden />}
          className="w-full max-w-md text-left"
        >
          {plural(scans.held, 'scan')} kept in this browser until the server has them.
        </Notice>
      )}
      <p className="max-w-prose text-muted">
        Scan the tag of every key that hangs there, with a USB scanner or the camera.
      </p>
      <div className="flex w-full max-w-md flex-wrap justify-center gap-3">
        <Button variant="secondary" size="large" onClick={() => setCamera(true)}>
          <ScanLine aria-hidden className="size-5" />
          Use the Camera
        </Button>
        <OnDutyButton
          size="large"
          busy={closing.isPending}
          onClick={() => !closing.isPending && closing.mutate()}
        >
          Finish
        </OnDutyButton>
      </div>
      <NumberForm onNumber={(id) => scans.add(formatKeyTag(id))} />
      <ScannerOverlay
        open={camera}
        onClose={() => setCamera(false)}
        onCode={scan}
        onSeveral={(codes) => {
          for (const { text } of codes) scan(text);
        }}
        wantsTag
        status={last?.keyNumber ? `${seenText}, last ${last.keyNumber}` : seenText}
      />
    </Card>
  );
}

/** For a key whose tag cannot be read: its number. */
function NumberForm({ onNumber }: { onNumber: (keyId: string) => void }) {
  const { data: keys } = useQuery(keysQuery);
  const [number, setNumber] = useState('');
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const typed = number.trim().toLowerCase();
    const key = keys?.find(({ keyNumber }) => keyNumber.toLowerCase() === typed);
    if (!key) return setError('There is no such key');
    setNumber('');
    onNumber(key._id);
  };
  return (
    <form onSubmit={submit} className="flex w-full max-w-md items-end gap-3 text-left">
      <TextField
        label="Key number, if its tag cannot be read"
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
        Add
      </ActionButton>
    </form>
  );
}
