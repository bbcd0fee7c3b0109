import type { Random } from '../../../demo/random.ts';
import type { Answer, TestClient } from '../../test-client.ts';
import type { CampusPeople } from '../campus-people.ts';

export type KnownCode = {
  scan: 'scan-request' | 'scan-return' | 'scan-batch';
  secret: string;
  qrText: string;
  owner: string;
  keyIds: readonly string[];
};

/** The clients' shared knowledge; it may be out of date, which causes refusals. */
export type CampusState = {
  random: Random;
  people: CampusPeople;
  keyIds: string[];
  codes: KnownCode[];
  /** The last known holder and loan of each key. */
  seen: Map<string, { holder: string; loan: string }>;
  roles: Map<string, 'faculty' | 'security' | 'changing'>;
  /** The rule per key, or that one is being changed. */
  rules: Map<string, string>;
  changeRules: ChangeRules | null;
  urls: readonly string[];
};

/** Adds a rule that refuses a key to everyone, and ends one. */
export type ChangeRules = { add(keyId: string): Promise<string>; end(id: string): Promise<void> };

const rememberedCodes = 12;

export function rememberCode({ codes }: CampusState, code: KnownCode): void {
  codes.push(code);
  if (codes.length > rememberedCodes) codes.shift();
}

/** The person as a client of a random process. */
export function atRandomProcess({ random, urls }: CampusState, visitor: TestClient): TestClient {
  return visitor.at({ url: random.pick(urls) });
}

type KeyAnswer = {
  key?: { loanId: string | null; takenBy: { userId: string } | null };
};

export function rememberKey(
  { seen }: CampusState,
  keyId: string,
  answer: Answer | undefined,
): void {
  const key = answer?.status === 200 && (answer.body.data as KeyAnswer).key;
  if (!key) return;
  if (key.takenBy && key.loanId) seen.set(keyId, { holder: key.takenBy.userId, loan: key.loanId });
  else seen.delete(keyId);
}
