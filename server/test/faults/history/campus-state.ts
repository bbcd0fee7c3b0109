import type { Random } from '../../../demo/random.ts';
import type { Answer, TestClient } from '../../test-client.ts';
import type { CampusPeople } from '../campus-people.ts';

/** A code that was issued, as a client saw it. */
export type KnownCode = {
  scan: 'scan-request' | 'scan-return' | 'scan-batch';
  secret: string;
  qrText: string;
  owner: string;
  keyIds: readonly string[];
};

/** What the clients know together; it may be out of date, which is what brings refusals. */
export type CampusState = {
  random: Random;
  people: CampusPeople;
  keyIds: string[];
  /** The newest codes, used ones too. */
  codes: KnownCode[];
  /** Who was last seen with a key, on which loan. */
  seen: Map<string, { holder: string; loan: string }>;
  roles: Map<string, 'faculty' | 'security' | 'changing'>;
  /** The rule about each key that has one, or that one is being changed. */
  rules: Map<string, string>;
  changeRules: ChangeRules | null;
  /** The processes that serve; each call goes to one of them. */
  urls: readonly string[];
};

/** Adds a rule that refuses a key to everybody, and ends one. */
export type ChangeRules = { add(keyId: string): Promise<string>; end(id: string): Promise<void> };

const rememberedCodes = 12;

export function rememberCode({ codes }: CampusState, code: KnownCode): void {
  codes.push(code);
  if (codes.length > rememberedCodes) codes.shift();
}

/** This person at one of the processes. */
export function atRandomProcess({ random, urls }: CampusState, visitor: TestClient): TestClient {
  return visitor.at({ url: random.pick(urls) });
}

type KeyAnswer = {
  key?: { loanId: string | null; takenBy: { userId: string } | null };
};

/** Keeps in mind what an answer showed of a key. */
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
