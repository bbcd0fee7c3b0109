import type { CodeRequest } from '@keydesk/shared/handovers/qr-payload';
import { type ApiResponse, api, call } from '../../lib/api.ts';

type IssuedCode = ApiResponse<typeof api.issueCode>['data'];

/** The code asked for by the last tap, until the modal takes it. */
let requested: Requested | null = null;

type Requested = { request: CodeRequest; answer: Promise<IssuedCode>; running: boolean };

/**
 * Asks for a code as soon as a button is tapped: to load and draw its modal takes time too. One that
 * is asked for already is not asked for again, because the newer code would void it.
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

/** The code for `request`: the one that was asked for at the tap, if nobody has it yet, or a new one. */
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
