import { isId } from '@keydesk/shared/core/is-id';
import { isHeldBy, type Key } from '@keydesk/shared/keys/key';
import type { CodeRequest } from '@keydesk/shared/loans/qr-payload';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useOpenInAddress } from '../../../lib/address.ts';
import { type ApiResponse, api, call } from '../../../lib/api.ts';
import { keyQuery } from '../../keys/queries.ts';

type CodeType = 'key-request' | 'key-return';

export type ShowCode = (type: CodeType, item: Key) => void;

type ShownCode = {
  type: CodeType;
  item: Key;
  /** Differs per opening, because each opening requests its own code. */
  instanceId: number;
};

/**
 * The code in `?code=`, and how to open and close it. `code` remains during the closing animation.
 * A reload shows a new code for the same key, unless the key has changed hands.
 */
export function useShownCode(userId: string | undefined) {
  const { value, openedHere, open, close } = useOpenInAddress('code');
  const [code, setCode] = useState<ShownCode | null>(null);
  const show = useCallback<ShowCode>(
    (type, item) => {
      requestCode({ type, keyId: item._id });
      setCode((before) => ({ type, item, instanceId: (before?.instanceId ?? 0) + 1 }));
      open(`${type}.${item._id}`);
    },
    [open],
  );

  const restoring = value !== undefined && !openedHere;
  const [type, keyId] = parseCode(value);
  const { data, isFetchedAfterMount, isError } = useQuery({
    ...keyQuery(keyId ?? ''),
    staleTime: 0,
    enabled: restoring && keyId !== undefined,
  });
  const item = isFetchedAfterMount ? data : undefined;
  useEffect(() => {
    if (!restoring) return;
    if (!type || isError) close();
    else if (item && isUseful(type, item, userId)) show(type, item);
    else if (item) close();
  }, [restoring, type, isError, item, userId, show, close]);

  return { code, open: openedHere, show, close };
}

function parseCode(value: unknown): [CodeType, string] | [] {
  const [type, keyId] = typeof value === 'string' ? value.split('.') : [];
  return (type === 'key-request' || type === 'key-return') && isId(keyId) ? [type, keyId] : [];
}

function isUseful(type: CodeType, item: Key, userId: string | undefined): boolean {
  return type === 'key-request' ? item.status === 'available' : isHeldBy(item, userId);
}

type IssuedCode = ApiResponse<typeof api.issueCode>['data'];

/** The code requested by the last tap, until the modal takes it. */
let requested: Requested | null = null;

type Requested = { request: CodeRequest; answer: Promise<IssuedCode>; running: boolean };

/**
 * Requests a code on tap, before its modal has loaded. A running request is not repeated, because
 * the newer code would void the older one.
 */
export function requestCode(request: CodeRequest): void {
  if (requested?.running && isSame(requested.request, request)) return;
  const early: Requested = { request, answer: issue(request), running: true };
  const settle = () => {
    early.running = false;
  };
  early.answer.then(settle, settle);
  requested = early;
}

/** The code requested on tap, if no modal has taken it, or a new one. */
export function issuedCode(request: CodeRequest, signal: AbortSignal): Promise<IssuedCode> {
  const early = requested;
  requested = null;
  return early && isSame(early.request, request) ? early.answer : issue(request, signal);
}

async function issue(body: CodeRequest, signal?: AbortSignal): Promise<IssuedCode> {
  return (await call(api.issueCode, { body, ...(signal && { signal }) })).data;
}

function isSame(one: CodeRequest, other: CodeRequest): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
