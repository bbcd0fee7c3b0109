/** From the whole campus to one key. */
export const ruleTargets = ['all', 'department', 'category', 'block', 'key'] as const;
export type RuleTarget = (typeof ruleTargets)[number];

/** A department is that of the person, not of the key. */
export const ruleSubjects = ['everyone', 'role', 'department', 'group', 'person'] as const;
export type RuleSubject = (typeof ruleSubjects)[number];

export const ruleEffects = ['allow', 'approve', 'deny'] as const;
export type RuleEffect = (typeof ruleEffects)[number];

/** Says who may take which keys, and when. */
export type AccessRule = {
  id: string;
  target: RuleTarget;
  /** A code or id; null for all keys. */
  targetId: string | null;
  subject: RuleSubject;
  /** A role, code or id; null for everyone. */
  subjectId: string | null;
  effect: RuleEffect;
  /** Members of this group are excepted. */
  exceptGroupId: string | null;
  /** 1 is Monday, 7 is Sunday; never empty. */
  weekdays: readonly number[];
  /**
   * HH:MM in the campus time zone, `toTime` exclusive; null is the end of the day. A window that
   * ends before it begins lasts past midnight and belongs to the weekday on which it begins.
   */
  fromTime: string | null;
  toTime: string | null;
  /** ISO instants; null: unlimited. */
  validFrom: string | null;
  validUntil: string | null;
};

/** A rule with the names of what it refers to. */
export type NamedRule = AccessRule & {
  targetName: string | null;
  subjectName: string | null;
  exceptGroupName: string | null;
  /** Author and note; null for texts that must name no one. */
  createdByName: string | null;
  note: string | null;
};

/** For rules that are not stored, or of which only the outcome matters. */
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

/** For stored texts: people named in them might be erased earlier. */
export function withoutAuthor(rule: NamedRule): NamedRule {
  return { ...rule, createdByName: null, note: null };
}
