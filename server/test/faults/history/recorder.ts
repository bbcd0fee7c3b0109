import { setTimeout as delay } from 'node:timers/promises';
import type { Route } from '@keydesk/shared/http/route';
import type { QrPayload } from '@keydesk/shared/loans/qr-payload';
import type { Answer, CallOptions, TestClient } from '../../test-client.ts';
import type { Answered, Call } from './call.ts';

type AnswerBody = {
  data?: {
    qrData?: QrPayload;
    key?: { loanId?: string | null; takenBy?: { userId: string } | null };
    originalUser?: { id: string };
    keys?: { keyId: string }[];
  };
  error?: { code: string; details?: { keys?: { keyId: string }[] } };
};

export function secretIn({ body }: Answer): string | undefined {
  const payload = (body as AnswerBody).data?.qrData;
  if (!payload) return undefined;
  return 'requestId' in payload ? payload.requestId : payload.returnId;
}

/** The part of a call that is known before it is made. */
type PlannedCall = Omit<Call, 'by' | 'invoked' | 'answered' | 'answer'>;

/** Makes calls, and records their times and answers. */
export type Recorder = {
  calls: Call[];
  /** Resolves to the answer; undefined if there is none, or if it was lost. */
  ask(
    visitor: TestClient,
    planned: PlannedCall,
    request: [Route, CallOptions],
    isLost?: boolean,
  ): Promise<Answer | undefined>;
};

const pauseMs = 20;

export function startRecorder(): Recorder {
  const calls: Call[] = [];
  return {
    calls,
    async ask(visitor, planned, [route, options], isLost = false) {
      const call: Call = {
        ...planned,
        by: visitor.user.id,
        invoked: performance.now(),
        answered: Number.POSITIVE_INFINITY,
        answer: null,
      };
      calls.push(call);
      const answer = await visitor.call(route, options).catch((error: unknown) => {
        if (!(error instanceof TypeError)) throw error;
        if (!wasRefused(error)) return undefined;
        calls.splice(calls.indexOf(call), 1);
        return delay(pauseMs, undefined);
      });
      if (!answer || isLost || leavesOpen(answer)) return undefined;
      call.answered = performance.now();
      call.answer = read(answer);
      call.code ??= secretIn(answer);
      return answer;
    },
  };
}

/** No process was there, so the call had no effect. */
function wasRefused({ cause }: TypeError): boolean {
  return cause instanceof Error && (cause as NodeJS.ErrnoException).code === 'ECONNREFUSED';
}

/** Whether the call reached the database is unknown. */
function leavesOpen({ status }: Answer): boolean {
  return status === 503 || status === 504;
}

function read({ status, body }: Answer): Answered {
  const { data, error } = body as AnswerBody;
  return {
    status,
    code: status === 200 ? 'OK' : (error?.code ?? 'NO_CODE'),
    loan: data?.key?.loanId ?? undefined,
    holder: data?.originalUser?.id ?? data?.key?.takenBy?.userId,
    faults: error?.details?.keys?.map(({ keyId }) => keyId) ?? [],
  };
}
