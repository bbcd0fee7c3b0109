import { setTimeout as delay } from 'node:timers/promises';
import type { QrPayload } from '@keydesk/shared/handovers/qr-payload';
import type { Route } from '@keydesk/shared/http/route';
import type { Answer, CallOptions, Visitor } from '../../visitor.ts';
import type { Answered, Call } from './call.ts';

type Said = {
  data?: {
    qrData?: QrPayload;
    key?: { loanId?: string | null; takenBy?: { userId: string } | null };
    originalUser?: { id: string };
    keys?: { keyId: string }[];
  };
  error?: { code: string; details?: { keys?: { keyId: string }[] } };
};

const read = ({ status, body }: Answer): Answered => {
  const { data, error } = body as Said;
  return {
    status,
    code: status === 200 ? 'OK' : (error?.code ?? 'NO_CODE'),
    loan: data?.key?.loanId ?? undefined,
    holder: data?.originalUser?.id ?? data?.key?.takenBy?.userId,
    faults: error?.details?.keys?.map(({ keyId }) => keyId) ?? [],
  };
};

/** The secret of the code that an answer brought. */
export const secretIn = ({ body }: Answer): string | undefined => {
  const payload = (body as Said).data?.qrData;
  if (!payload) return undefined;
  return 'requestId' in payload ? payload.requestId : payload.returnId;
};

/** What is known of a call before it is made. */
type Wish = Omit<Call, 'by' | 'invoked' | 'answered' | 'answer'>;

/** Makes calls and writes down when each began and ended, and what it was answered. */
export type Recorder = {
  calls: Call[];
  /** Answers with what came back; undefined when nothing did, or it was lost on the way. */
  ask(
    visitor: Visitor,
    wish: Wish,
    request: [Route, CallOptions],
    isLost?: boolean,
  ): Promise<Answer | undefined>;
};

const pauseMs = 20;

/** Nobody was there to take the call, so that it never happened. */
const wasRefused = ({ cause }: TypeError): boolean =>
  cause instanceof Error && (cause as NodeJS.ErrnoException).code === 'ECONNREFUSED';

/** The database could not be asked, or nobody knows whether it was. */
const leavesOpen = ({ status }: Answer): boolean => status === 503;

export const startRecorder = (): Recorder => {
  const calls: Call[] = [];
  return {
    calls,
    async ask(visitor, wish, [route, options], isLost = false) {
      const call: Call = {
        ...wish,
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
};
