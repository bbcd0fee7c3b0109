import { joinedText, namesText } from '@keydesk/shared/core/formats';
import type { Key } from '@keydesk/shared/keys/key';
import type { CodeRequest } from '@keydesk/shared/loans/qr-payload';
import { t as actionText } from '@keydesk/shared/texts/en/actions';
import { t } from '@keydesk/shared/texts/en/codes';
import { Ban, Check, History, Tag, TriangleAlert, WifiOff } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { dueText } from '../../../lib/due.ts';
import { useStoredFlag } from '../../../lib/hooks.ts';
import { useOfflineReason } from '../../../lib/live/connection.ts';
import { useUser } from '../../../lib/session.ts';
import { storedKeepFresh } from '../../../lib/storage.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { SwitchField } from '../../../ui/fields.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { KeyNumber } from '../../../ui/record-link.tsx';
import {
  CodeBanner,
  CodeStatus,
  codeSheetClassName,
  codeWithPictureClassName,
  hasPicture,
} from './code-banner.tsx';
import { type CodeState, useCode } from './use-code.ts';

type KeyCodeModalProps = {
  type: 'key-request' | 'key-return';
  item: Pick<Key, '_id' | 'keyNumber' | 'keyName'>;
  open: boolean;
  onClose: () => void;
  onDone?: () => void;
  whenTaken?: ReactNode;
};

const texts = {
  'key-request': {
    title: 'request-key',
    instruction: 'show-to-take',
    picture: 'code-to-take',
    done: 'key-taken',
    outcome: 'is-with-you',
  },
  'key-return': {
    title: 'return-key',
    instruction: 'show-to-return',
    picture: 'code-to-return',
    done: 'key-returned',
    outcome: 'is-back',
  },
} as const;

export function KeyCodeModal({ type, item, whenTaken, ...rest }: KeyCodeModalProps) {
  const { _id: keyId, keyNumber, keyName } = item;
  const request = useMemo(() => ({ type, keyId }), [type, keyId]);
  const text = texts[type];
  const due = (dueAt: string | null) => dueAt && dueText(dueAt);
  const name = keyNumber || keyName;
  return (
    <CodeModal
      request={request}
      inAddress
      {...rest}
      whenTaken={whenTaken}
      title={t.rich(text.title, {
        name,
        key: () => <KeyNumber number={name} className="text-2xl" key="key" />,
      })}
      description={keyNumber && keyName}
      instruction={t(text.instruction)}
      pictureLabel={t(text.picture, { name })}
      doneTitle={t(text.done)}
      doneText={t(text.outcome, { name })}
      doneNote={type === 'key-request' ? due : undefined}
    />
  );
}

type BatchCodeModalProps = {
  keyIds: string[];
  /** Includes the keys of `keyIds` when it opens; returned keys leave the list. */
  keys: readonly Key[];
  open: boolean;
  onClose: () => void;
  onDone?: () => void;
};

export function BatchCodeModal({ keyIds, keys, ...rest }: BatchCodeModalProps) {
  const request = useMemo(() => ({ type: 'batch-return' as const, keyIds }), [keyIds]);
  const [numbers] = useState(() => numbersOf(keyIds, keys));
  const count = keyIds.length;
  return (
    <CodeModal
      {...rest}
      inAddress
      request={request}
      title={t('return-keys', { count })}
      description={numbers}
      instruction={t('show-to-return-keys', { count })}
      pictureLabel={t('code-to-return-keys', { count })}
      doneTitle={t('keys-returned', { count })}
      doneText={t('keys-back', { count })}
    />
  );
}

/** More would push the rest of the sheet off a phone's screen. */
const maxNumbers = 12;

function numbersOf(keyIds: readonly string[], keys: readonly Key[]): string {
  const numbers = keys.filter(({ _id }) => keyIds.includes(_id)).map(({ keyNumber }) => keyNumber);
  const more = numbers.length - maxNumbers;
  return namesText(numbers.slice(0, maxNumbers), more, actionText('more-names', { count: more }));
}

type CodeModalProps = {
  /** Another request needs another modal (`key`). */
  request: CodeRequest;
  open: boolean;
  onClose: () => void;
  inAddress?: boolean;
  onDone?: (() => void) | undefined;
  title: ReactNode;
  description?: ReactNode;
  instruction: string;
  pictureLabel: string;
  doneTitle: string;
  doneText: string;
  doneNote?: ((dueAt: string | null) => string | null) | undefined;
  whenTaken?: ReactNode;
};

/** Closes a while after the code was used; an outside click does not close it. */
function CodeModal({
  request,
  open,
  onClose,
  inAddress = false,
  onDone,
  title,
  description,
  instruction,
  pictureLabel,
  doneTitle,
  doneText,
  doneNote,
  whenTaken,
}: CodeModalProps) {
  const userId = useUser()?.id ?? '';
  const [keepFresh, setKeepFresh] = useStoredFlag(storedKeepFresh);
  const { state, regenerate } = useCode(request, userId, open, keepFresh);
  const heading = useRef<HTMLSpanElement>(null);
  const done = state.phase === 'done';
  const corrections = done ? state.corrections : [];
  const contradicted = corrections.some(({ contradicts }) => contradicts);
  useEscapeKey(open, onClose);
  useEffect(() => {
    if (done) onDone?.();
  }, [done, onDone]);
  useEffect(() => {
    if (contradicted) navigator.vibrate?.([80, 80, 80]);
  }, [contradicted]);
  useCloseWhenDone(open && done && !contradicted, onClose);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      inAddress={inAddress}
      modal
      // The first button may be out of view, below the code.
      popup={{ initialFocus: heading }}
      banner={{
        className: classNames(codeSheetClassName, hasPicture(state) && codeWithPictureClassName),
        content: hasPicture(state) && <CodeBanner state={state} label={pictureLabel} />,
      }}
      title={
        <span ref={heading} tabIndex={-1} className="outline-none">
          {title}
        </span>
      }
      description={description}
      actions={<CodeActions state={state} onClose={onClose} onRegenerate={regenerate} />}
    >
      {state.phase === 'taken' && (
        <>
          <p role="alert" className="mb-5 text-xl font-semibold wrap-anywhere">
            {t('just-taken', { name: state.taker })}
          </p>
          {whenTaken}
        </>
      )}
      <CodeHint state={state} instruction={instruction} />
      <div role={contradicted ? 'alert' : 'status'}>
        {done && corrections.length > 0 && <Corrected state={state} />}
        {done && corrections.length === 0 && (
          <CodeStatus
            tone="done"
            icon={<Check aria-hidden strokeWidth={2.5} />}
            title={doneTitle}
            text={doneText}
            note={doneNote?.(state.dueAt) ?? null}
          />
        )}
      </div>
      {state.phase === 'error' && (
        <div role="alert">
          <CodeStatus
            tone="error"
            icon={state.retry ? <TriangleAlert aria-hidden /> : <Ban aria-hidden />}
            title={state.message}
            {...(state.advice && { text: state.advice })}
          />
        </div>
      )}
      {state.phase === 'refused' && (
        <div role="alert">
          <CodeStatus
            tone="error"
            icon={<Ban aria-hidden />}
            title={t('desk-refused')}
            text={state.message}
          />
        </div>
      )}
      {hasPicture(state) && (
        <div className="mt-3 border-t border-line pt-2">
          <SwitchField
            label={t('renew')}
            hint={t('renews-itself')}
            checked={keepFresh}
            onChange={setKeepFresh}
          />
        </div>
      )}
    </Dialog>
  );
}

/** Replaces the success once the record contradicts it (`shown-result`). */
function Corrected({ state }: { state: Extract<CodeState, { phase: 'done' }> }) {
  const { keyCount, corrections } = state;
  const wrong = corrections.filter(({ contradicts }) => contradicts);
  const said = wrong.length > 0 ? wrong : corrections;
  const left = keyCount - corrections.length;
  return (
    <CodeStatus
      tone={wrong.length > 0 ? 'warning' : 'past'}
      icon={
        wrong.length > 0 ? (
          <TriangleAlert aria-hidden strokeWidth={2.5} />
        ) : (
          <History aria-hidden strokeWidth={2.5} />
        )
      }
      title={said[0]?.title ?? ''}
      text={joinedText(
        said.map(({ text }) => text),
        'full-stop',
      )}
      note={left > 0 ? t('keys-back', { count: left }) : null}
    />
  );
}

function CodeHint({ state, instruction }: { state: CodeState; instruction: string }) {
  const offline = useOfflineReason();
  if (state.phase === 'shown' && state.refusal)
    return (
      <Notice tone="error" icon={<Ban aria-hidden />} className="text-start">
        {t('desk-refused-because', { reason: state.refusal })}
      </Notice>
    );
  if (state.phase === 'shown' && state.progress)
    return (
      <Notice tone="info" icon={<Tag aria-hidden />} className="text-start">
        {state.progress}
      </Notice>
    );
  if (offline && (state.phase === 'shown' || state.phase === 'loading'))
    return (
      <Notice tone="warning" icon={<WifiOff aria-hidden />} className="text-start">
        {state.phase === 'shown' ? t('still-valid', { offline }) : offline}
      </Notice>
    );
  if (state.phase !== 'shown') return null;
  return <p className="text-sm text-balance text-muted">{instruction}</p>;
}

/** Milliseconds to read the outcome. */
const closeAfter = 8_000;

function useCloseWhenDone(done: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => close(), closeAfter);
    return () => clearTimeout(timer);
  }, [done]);
}

function useEscapeKey(active: boolean, onEscape: () => void): void {
  useEffect(() => {
    if (!active) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onEscape();
    };
    // In the capture phase, because a modal dialog stops the event.
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, [active, onEscape]);
}

type CodeActionsProps = { state: CodeState; onClose: () => void; onRegenerate: () => void };

function CodeActions({ state, onClose, onRegenerate }: CodeActionsProps) {
  const done = state.phase === 'done';
  const isOver = state.phase === 'expired' || state.phase === 'refused';
  const canRetry = isOver || (state.phase === 'error' && state.retry);
  return (
    <div className="flex w-full flex-wrap gap-2.5 sm:justify-end">
      <Button
        variant={done ? 'primary' : 'secondary'}
        size="large"
        className="flex-1 sm:min-w-28 sm:flex-none"
        onClick={onClose}
      >
        {actionText(done ? 'done' : 'close')}
      </Button>
      {canRetry && (
        <ActionButton size="large" className="flex-1 sm:flex-none" onClick={onRegenerate}>
          {isOver ? t('regenerate') : actionText('try-again')}
        </ActionButton>
      )}
    </div>
  );
}
