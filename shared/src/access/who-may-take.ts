import { z } from 'zod';
import { chosenInstantSchema, idSchema, instantSchema } from '../core/fields.ts';
import { joinedText } from '../core/formats.ts';
import { kindsOf } from '../core/kinds.ts';
import { dataWith, route } from '../core/route-rows.ts';
import { obligations } from '../core/rule-verdict.ts';
import { permissions } from '../http/roles.ts';
import { type KeyLevel, keyLevels } from '../keys/key-levels.ts';
import { t } from '../texts/en/access-verdicts.ts';
import type { NamedRule } from './access-rule.ts';
import { type AccessInput, isValidAt, whoDecides } from './decide-access.ts';
import { accessRuleText, isSaidByDenial, namedOnlyText, windowText } from './rule-text.ts';

type AboutKey = {
  key: { keyNumber: string; level: KeyLevel };
  /** The rules about the key, for any person. */
  rules: readonly NamedRule[];
  /** People with a grant; empty also for readers who may not know. */
  named: readonly string[];
  approverName: AccessInput['approverName'];
  /** Null: any reader. */
  readerId: string | null;
  isOwn: boolean;
  at: Date;
  /** The campus time zone, for dates in sentences. */
  timezone: string;
  /** A person's verdict, and the rule that denied the key, if any. */
  refusal: { code: string; ruleId: string | undefined } | null;
};

type WhoMayTake = {
  sentences: string[];
  /** The index of the sentence that the verdict's reason already says, or null. */
  inReason: number | null;
  /** Everyone may take it, and no rule is about it. */
  isOpen: boolean;
};

/** Who may take a key: a sentence per rule about it, and one for everyone else. */
export function whoMayTake(about: AboutKey): WhoMayTake {
  const { key, rules, named, refusal, timezone, readerId } = about;
  const sentences = sentencesAbout(about);
  const denying = rules.find(({ id }) => id === refusal?.ruleId);
  const saysRule = denying && isSaidByDenial(denying, timezone, readerId);
  const said = refusal?.code === 'HIGH_SECURITY' ? byLevel : saysRule ? denying.id : null;
  const place = sentences.findIndex(({ by }) => said !== null && by.includes(said));
  return {
    sentences: sentences.map(({ text }) => text),
    inReason: place < 0 ? null : place,
    isOpen: keyLevels[key.level].byDefault === 'allowed' && rules.length + named.length === 0,
  };
}

/** `by`: ids of the rules that say it; the key's level has none. */
type Sentence = { text: string; by: readonly string[] };

const byLevel = 'level';

/** Nothing is said about everyone else if a rule covers them. */
function sentencesAbout({
  key,
  rules,
  named,
  readerId,
  timezone,
  at,
  ...who
}: AboutKey): Sentence[] {
  const always = rules.filter((rule) => windowText(rule) === '' && isValidAt(rule, at));
  const forAll = always.filter(({ subject }) => subject === 'everyone');
  const nobody = forAll.filter((rule) => rule.effect === 'deny' && rule.exceptGroupId === null);
  // A deny takes precedence, so the other rules decide nothing.
  if (nobody.length > 0) return sentencesOf(nobody, timezone, readerId);
  const rest = restText(key, who, {
    forAll,
    who: rules.length + named.length > 0 ? 'everybody else' : 'everybody',
    atTimes: rules.length > always.length,
  });
  return [
    ...sentencesOf(rules, timezone, readerId),
    ...(named.length > 0 ? [{ text: t('named', { names: joinedText(named) }), by: [] }] : []),
    ...(rest === null ? [] : [{ text: rest, by: [byLevel] }]),
  ];
}

/** Several rules may say the same. */
function sentencesOf(
  rules: readonly NamedRule[],
  timezone: string,
  readerId: string | null,
): Sentence[] {
  const idsByText = new Map<string, string[]>();
  for (const rule of rules) {
    const text = accessRuleText(rule, timezone, readerId);
    idsByText.set(text, [...(idsByText.get(text) ?? []), rule.id]);
  }
  return [...idsByText].map(([text, by]) => ({ text, by }));
}

type Rest = {
  /** Unconditional rules for everyone; each leaves at most the group that it excepts. */
  forAll: readonly NamedRule[];
  who: 'everybody' | 'everybody else';
  /** Other rules apply only at certain times, so their subjects may belong to the rest. */
  atTimes: boolean;
};

/** What the key's level means for everyone else; null if no one is left, or a rule says it. */
function restText(
  { keyNumber, level }: AboutKey['key'],
  { approverName, isOwn }: Pick<AboutKey, 'approverName' | 'isOwn'>,
  { forAll, who, atTimes }: Rest,
): string | null {
  if (forAll.some(({ exceptGroupId }) => exceptGroupId === null)) return null;
  const { byDefault } = keyLevels[level];
  if (byDefault === 'refused') return namedOnlyText(keyNumber);
  const groups = [...new Set(forAll.map(({ exceptGroupName }) => exceptGroupName ?? '…'))];
  const decides = whoDecides(approverName, isOwn);
  if (groups.length > 0) {
    const group = groups.reduce((one, other) => t('in-both-groups', { group: one, other }));
    if (byDefault === 'needs-approval') return t('decides-about', { ...decides, group });
    // 'Nobody except Welders may take it' already says that they may.
    return forAll.every(({ effect }) => effect === 'deny') ? null : t('group-may', { group });
  }
  if (atTimes)
    return byDefault === 'allowed' ? t('otherwise-everybody') : t('otherwise-decides', decides);
  const isAll = who === 'everybody';
  if (byDefault === 'needs-approval')
    return t(isAll ? 'decides-about-everybody' : 'decides-about-others', decides);
  return t(isAll ? 'everybody' : 'everybody-else');
}

const outcomeSchema = z.enum(['allowed', 'needs-approval', 'refused']);

/** A `RuleVerdict` on the wire. */
export const verdictSchema = z.object({
  outcome: outcomeSchema,
  reasons: z
    .array(
      z.object({
        code: z.string(),
        text: z.string(),
        until: instantSchema.optional(),
        who: z.string().optional(),
      }),
    )
    .readonly(),
  obligations: z.array(z.enum(kindsOf(obligations))).readonly(),
  next: z.enum(['request', 'return-first', 'ask-desk']).nullable(),
});

const notFreeSchema = z.record(
  idSchema,
  z.object({ outcome: outcomeSchema.exclude(['allowed']), code: z.string() }),
);
export type NotFree = z.infer<typeof notFreeSchema>;

export const accessVerdictRoutes = {
  keysAccess: route({
    method: 'GET',
    path: '/keys/access',
    summary: 'The keys that the caller may not simply take now, and why',
    access: permissions.borrowKeys,
    ownership: 'caller',
    response: dataWith({ version: z.string(), notFree: notFreeSchema }),
  }),
  keyVerdict: route({
    method: 'GET',
    path: '/keys/:id/verdict',
    summary: 'Whether a person may take a key at a moment, and who may in general',
    access: permissions.borrowKeys,
    ownership: 'caller-or-desk',
    query: z.strictObject({ userId: idSchema.optional(), at: chosenInstantSchema.optional() }),
    response: dataWith({
      verdict: verdictSchema,
      /** A sentence per rule about the key. */
      whoMayTake: z.array(z.string()),
      /** The index of the sentence that the verdict's reason already says. */
      inReason: z.int().nullable(),
      /** Everyone may take it, and no rule is about it. */
      isOpen: z.boolean(),
    }),
  }),
};
