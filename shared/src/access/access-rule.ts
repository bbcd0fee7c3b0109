/** What a rule is about, from the whole campus to one key. */
export const ruleTargets = ['all', 'department', 'category', 'block', 'key'] as const;
export type RuleTarget = (typeof ruleTargets)[number];

/** Whom a rule is for. A department is that of the person, not of the key. */
export const ruleSubjects = ['everyone', 'role', 'department', 'group', 'person'] as const;
export type RuleSubject = (typeof ruleSubjects)[number];

export const ruleEffects = ['allow', 'approve', 'deny'] as const;
export type RuleEffect = (typeof ruleEffects)[number];

/** Says who may take which keys, and when. */
export type AccessRule = {
  id: string;
  target: RuleTarget;
  /** The code or id of what it is about; null for all keys. */
  targetId: string | null;
  subject: RuleSubject;
  /** The role, code or id of whom it is for; null for everyone. */
  subjectId: string | null;
  effect: RuleEffect;
  /** Members of this group are left out of it. */
  exceptGroupId: string | null;
  /** 1 is Monday, 7 is Sunday; never empty. */
  weekdays: readonly number[];
  /**
   * HH:MM on the campus, the first included and the last not; null is the end of the day. A window
   * that ends before it begins lasts past midnight and belongs to the weekday on which it begins.
   */
  fromTime: string | null;
  toTime: string | null;
  /** ISO instants between which it holds; null has no limit. */
  validFrom: string | null;
  validUntil: string | null;
};

/** A rule with what it names in words. */
export type NamedRule = AccessRule & {
  targetName: string | null;
  subjectName: string | null;
  exceptGroupName: string | null;
  /** Who made it, and what they noted; null where the text that is made of it names nobody. */
  createdByName: string | null;
  note: string | null;
};

/** A rule of which only the outcome matters, or that is not stored. */
export function withoutNames(rule: AccessRule): NamedRule {
  return {
    ...rule,
    targetName: null,
    subjectName: null,
    exceptGroupName: null,
    createdByName: null,
    note: null,
  };
}

/** A rule for texts that are stored: others whom they named might be erased before. */
export function withoutAuthor(rule: NamedRule): NamedRule {
  return { ...rule, createdByName: null, note: null };
}
