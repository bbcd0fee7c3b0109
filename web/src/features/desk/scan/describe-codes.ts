import type { ScanShape } from '@keydesk/shared/handovers/qr-payload';
import { ApiError, api, call } from '../../../lib/api.ts';

/** A code that the camera sees. Its place is from -1 (left, top) to 1; 0 is the middle. */
export type CodeInView = { text: string; x: number; y: number };

/** What a guard is told of one of several codes in view. */
export type CodeChoice = {
  text: string;
  /** Where the code is, seen beside the others. */
  place: string;
  /** Null for what could not be found out. */
  details: CodeDetails | null;
};

type CodeDetails = {
  shape: ScanShape;
  keyCount: number;
  /** Of a single key. */
  key: { keyNumber: string; keyName: string } | null;
  personName: string | null;
};

/**
 * Asks the server what these codes are and leaves out those that it refuses. What it does not answer
 * in time stays, without details.
 */
export async function describeCodes(codes: readonly CodeInView[]): Promise<CodeChoice[]> {
  const places = placesOf(codes);
  const described = await Promise.all(
    codes.map(({ text }) => describe(text, AbortSignal.timeout(describeWithinMs))),
  );
  return codes.flatMap(({ text }, index) => {
    const details = described[index];
    if (details === undefined || details === 'refused') return [];
    return [{ text, place: places[index] ?? '', details }];
  });
}

const describeWithinMs = 3_000;

async function describe(
  qrData: string,
  signal: AbortSignal,
): Promise<CodeDetails | null | 'refused'> {
  try {
    const { data } = await call(api.resolveCode, { body: { qrData }, signal });
    const [id, ...others] = data.keyIds;
    const [key, person] = await Promise.all([
      id && others.length === 0
        ? call(api.getKey, { params: { id }, signal }).catch(() => null)
        : null,
      data.userId
        ? call(api.getUser, { params: { userId: data.userId }, signal }).catch(() => null)
        : null,
    ]);
    return {
      shape: data.shape,
      keyCount: data.keyIds.length,
      key: key?.data.key ?? null,
      personName: person?.user.name ?? null,
    };
  } catch (cause) {
    return isRefusal(cause) ? 'refused' : null;
  }
}

/** Whether the server would not take the code, rather than being busy or out of reach. */
function isRefusal(cause: unknown): boolean {
  return cause instanceof ApiError && [400, 404, 409].includes(cause.status);
}

/** Where each code is: left or right, top or bottom, or which corner of a larger group. */
export function placesOf(codes: readonly Pick<CodeInView, 'x' | 'y'>[]): string[] {
  const [x, y] = [meanOf(codes.map((code) => code.x)), meanOf(codes.map((code) => code.y))];
  const [width, height] = [
    rangeOf(codes.map((code) => code.x)),
    rangeOf(codes.map((code) => code.y)),
  ];
  return codes.map((code) => {
    const [across, down] = [code.x < x ? 'Left' : 'Right', code.y < y ? 'Top' : 'Bottom'];
    if (codes.length === 2) return width >= height ? across : down;
    return `${down} ${across.toLowerCase()}`;
  });
}

function meanOf(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function rangeOf(values: number[]): number {
  return Math.max(...values) - Math.min(...values);
}
