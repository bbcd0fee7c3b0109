import { appError } from '@keydesk/shared/core/errors';
import type { Key } from '@keydesk/shared/keys/key';
import { parseKeyTag } from '@keydesk/shared/keys/key-tag';
import { asRetiredKey, tagOfRetiredKey } from '@keydesk/shared/keys/retired-key';
import { looksLikeCardNumber } from '@keydesk/shared/people/search';
import { t } from '@keydesk/shared/texts/en/handovers';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError, api, call, getErrorMessage } from '../../../lib/api.ts';
import { campusTimezone } from '../../../lib/format.ts';
import { session } from '../../../lib/session.ts';
import { createStore } from '../../../lib/store.ts';
import { showSuccess } from '../../../ui/toast/show-toast.ts';
import { keysQuery, onKeyChange, useRefetchKeys } from '../../keys/queries.ts';
import { findByCard } from '../../people/find-people.ts';
import { playFeedback } from '../scanner/feedback.ts';
import { keepScan } from '../scanner/kept-scan.ts';
import { answerTimeout, handOut, takeBack, takeBackBatch } from './handover-calls.ts';
import {
  expiredCode,
  type HandoverResult,
  returnDetails,
  toScanFailure,
} from './handover-result.ts';
import type { LendStep } from './lend-step.ts';
import {
  followedKeyId,
  initialScanState,
  type ScanEvent,
  type ScanStep,
  scanReducer,
  shownStep,
} from './scan-machine.ts';
import { notOurs, planScan } from './scan-plan.ts';

export function useScan(): ScanFlow {
  const client = useQueryClient();
  const refetchKeys = useRefetchKeys();
  const [flow] = useState(() => {
    const knownKey = (id: string) =>
      client.getQueryData(keysQuery.queryKey)?.find(({ _id }) => _id === id);
    return createScanFlow(knownKey, (event, step) => handleEvent(event, step, refetchKeys));
  });
  useEffect(() => {
    return onKeyChange(
      (key) => flow.send({ type: 'key-changed', key }),
      () => followedKeyId(shownStep(flow.get().step)),
    );
  }, [flow]);
  return flow;
}

type KnownKey = (id: string) => Key | undefined;

/**
 * Applies events to the state and starts the work that a new state requires. `onEvent` gets every
 * event that changed the state, after the change, with the previous step.
 */
function createScanFlow(knownKey: KnownKey, onEvent: (event: ScanEvent, before: ScanStep) => void) {
  const state = createStore(initialScanState);
  const send = (event: ScanEvent): void => {
    const before = state.get();
    const after = scanReducer(before, event);
    if (after === before) return;
    state.set(after);
    onEvent(event, before.step);
    if (after.step.name === 'working' && after.step.work !== workOf(before.step))
      void performScan(after.step, knownKey).then(send);
  };
  return { use: state.use, get: state.get, send };
}

function workOf(step: ScanStep) {
  return step.name === 'working' ? step.work : null;
}

function handleEvent(event: ScanEvent, before: ScanStep, onHandover: () => void): void {
  const isLending = shownStep(before).name === 'lending';
  const isUnknownCard = event.type === 'card-read' && !event.person && !isLending;
  if (isUnknownCard || event.type === 'failed') playFeedback('failure');
  if (event.type !== 'finished' && event.type !== 'several-collected') return;
  onHandover();
  if (!event.outcome.repeated) playFeedback('success');
}

export type ScanFlow = ReturnType<typeof createScanFlow>;

type Working = Extract<ScanStep, { name: 'working' }>;

/** Sends a request to the server and resolves to the resulting event. Never rejects. */
export async function performScan(step: Working, knownKey: KnownKey): Promise<ScanEvent> {
  const { work } = step;
  const deskId = session.get().user?.id;
  try {
    return await perform(step, knownKey);
  } catch (cause) {
    const isSignedOut = cause instanceof ApiError && cause.status === 401;
    if (deskId && isSignedOut && 'text' in work && work.text) keepScan(work.text, deskId);
    return toFailedEvent(cause, step);
  }
}

async function perform({ work, from }: Working, knownKey: KnownKey): Promise<ScanEvent> {
  switch (work.task) {
    case 'read':
      return from?.name === 'lending' ? readForLending(work.text, from, knownKey) : read(work.text);
    case 'hand-out':
      return finished(await handOut(work));
    case 'take-back':
      return finished(await takeBack(work));
    case 'remember': {
      const { text: cardText, person } = work;
      await call(api.addPersonCard, { params: { id: person.id }, body: { cardText } });
      showSuccess(t('card-remembered', person));
      return { type: 'card-remembered' };
    }
  }
}

function finished(outcome: HandoverResult): ScanEvent {
  return { type: 'finished', outcome };
}

async function read(text: string): Promise<ScanEvent> {
  const plan = planScan(text);
  switch (plan.next) {
    case 'refuse':
      throw plan.error;
    case 'request':
      return finished(await handOut({ text }));
    case 'batch':
      return finished(await takeBackBatch(text));
    case 'resolve':
      return resolve(text);
    case 'show-key':
      // A locked screen shows no key; the tag is kept until the screen is unlocked.
      if (session.get().desk?.duty?.locked) throw appError('DUTY_LOCKED');
      return { type: 'key-found', key: await fetchKey(plan.keyId) };
    case 'card':
      return readCard(text);
  }
}

async function resolve(qrData: string): Promise<ScanEvent> {
  const { data } = await call(api.resolveCode, { body: { qrData }, signal: answerTimeout() });
  const [keyId] = data.keyIds;
  if (data.shape === 'request') return finished(await handOut({ text: qrData }));
  if (data.shape === 'batch') return finished(await takeBackBatch(qrData));
  if (data.shape !== 'return' || !keyId) throw appError('QR_WRONG_TYPE');
  // Already returned: no confirmation is needed.
  if (data.repeated) return finished(await takeBack({ text: qrData, item: null }));
  const code = { keyId, userId: data.userId, attested: data.attested };
  const details = returnDetails(code, data.key ?? null, data.user ?? null);
  return { type: 'return-found', details };
}

/** Finds the owner of a card; a text that cannot be a card number is refused. */
async function readCard(text: string): Promise<ScanEvent> {
  const person = await findByCard(text);
  if (!person && !looksLikeCardNumber(text)) throw notOurs(text);
  return { type: 'card-read', person };
}

async function readForLending(text: string, { key: chosen }: LendStep, knownKey: KnownKey) {
  const keyId = parseKeyTag(text);
  if (!keyId) return { type: 'card-read' as const, person: await findByCard(text) };
  const tagged = knownKey(keyId) ?? (await fetchKey(keyId).catch(refuseTag(chosen)));
  if (chosen && chosen._id !== tagged._id)
    throw appError('TAG_OF_ANOTHER_KEY', {
      found: tagged.keyNumber,
      keyNumber: chosen.keyNumber,
      name: '',
      wish: 'lending',
    });
  return { type: 'key-found' as const, key: tagged };
}

function refuseTag(chosen: Key | null) {
  return (cause: unknown): never => {
    const { code, details } = cause instanceof ApiError ? cause : { code: '', details: null };
    const retired = chosen && code === 'KEY_RETIRED' && asRetiredKey(details);
    if (retired) throw tagOfRetiredKey(retired, campusTimezone.get());
    if (chosen && code === 'KEY_NOT_FOUND')
      throw appError('TAG_DIFFERS', { keyNumber: chosen.keyNumber });
    throw cause;
  };
}

async function fetchKey(id: string) {
  return (await call(api.getKey, { params: { id }, signal: answerTimeout() })).data.key;
}

async function toFailedEvent(cause: unknown, { from }: Working): Promise<ScanEvent> {
  const failure = toScanFailure(cause);
  if (from?.name === 'lending' || from?.name === 'collecting')
    return { type: 'failed', failure: { ...failure, message: getErrorMessage(cause) } };
  const expired = expiredCode(cause);
  if (!expired) return { type: 'failed', failure };
  const key = await fetchKey(expired.keyId).catch(() => null);
  const collect = (expired.isReturn && key?.loanId && key) || undefined;
  return { type: 'failed', failure: { ...failure, key, collect } };
}
