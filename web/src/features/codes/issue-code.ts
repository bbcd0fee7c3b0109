import type { CodeRequest } from '@keydesk/shared/handovers/qr-payload';
import { type ApiResponse, api, call } from '../../lib/api.ts';

type IssuedCode = ApiResponse<typeof api.issueCode>['data'];

/** The code asked for by the last tap, until the modal takes it. */
let requested: { request: CodeRequest; answer: Promise<IssuedCode> } | null = null;

/** Asks for a code as soon as a button is tapped: to load and draw its modal takes time too. */
export function requestCode(request: CodeRequest): void {
  const answer = issue(request);
  answer.catch(() => undefined);
  requested = { request, answer };
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
