import type { Role } from '../users/role.ts';
import type { NamedRule } from './access-rule.ts';
import { validityText } from './validity-text.ts';
import { windowText } from './window-text.ts';

type Sentence = Omit<NamedRule, 'id' | 'targetId' | 'createdByName' | 'note'>;

/**
 * A rule as a sentence: 'Students except Laser trained may not take workshop keys after 18:00.' Of a
 * rule about the reader it says 'you'.
 */
export function accessRuleText(
  rule: Sentence,
  timezone: string,
  readerId: string | null = null,
): string {
  const sentence = [
    effectText(rule, readerId),
    windowText(rule),
    rule.effect === 'approve' ? 'only with approval' : '',
  ];
  const validity = validityText(rule, timezone);
  return `${sentence.filter(Boolean).join(' ')}${validity && `, ${validity}`}.`;
}

/** Why a deny refuses: 'Students: no workshop keys after 18:00 (rule by R. Iyer: Stocktaking).' */
export function denialText(
  rule: Sentence & Pick<NamedRule, 'createdByName' | 'note'>,
  readerId: string | null,
): string {
  const keys = rule.target === 'all' ? 'keys' : targetText(rule);
  const begin =
    rule.target === 'key' || isAbout(rule, readerId)
      ? effectText(rule, readerId)
      : `${subjectText(rule, 'Everybody', readerId)}: no ${keys}`;
  const when = windowText(rule);
  return `${begin}${when && ` ${when}`}${authorText(rule)}.`;
}

/** Whether that begins with the whole sentence of the rule. */
export function isSaidByDenial(rule: Sentence, timezone: string, readerId: string | null): boolean {
  const namesAll = rule.target === 'key' || isAbout(rule, readerId);
  return namesAll && validityText(rule, timezone) === '';
}

/** The note stands within a sentence, so it brings no full stop of its own. */
function authorText({ createdByName, note }: Pick<NamedRule, 'createdByName' | 'note'>): string {
  if (createdByName === null) return '';
  const why = note?.replace(/[.\s]+$/, '');
  return ` (rule by ${createdByName}${why ? `: ${why}` : ''})`;
}

function isAbout({ subject, subjectId }: Sentence, readerId: string | null): boolean {
  return subject === 'person' && readerId !== null && subjectId === readerId;
}

/** 'Asha Rao may not take key MK-1': the verb suits one and many. */
function effectText(rule: Sentence, readerId: string | null): string {
  const target = targetText(rule);
  if (rule.effect !== 'deny')
    return `${subjectText(rule, 'Everybody', readerId)} may take ${target}`;
  const verb = rule.subject === 'everyone' ? 'may take' : 'may not take';
  return `${subjectText(rule, 'Nobody', readerId)} ${verb} ${target}`;
}

function subjectText(
  rule: Sentence,
  everyone: 'Everybody' | 'Nobody',
  readerId: string | null,
): string {
  const { subject, subjectId, subjectName, exceptGroupName } = rule;
  const name = subjectName ?? '…';
  const text = {
    everyone,
    role: roleNames[subjectId ?? ''] ?? name,
    department: `People of ${name}`,
    group: name,
    person: isAbout(rule, readerId) ? 'You' : name,
  }[subject];
  if (exceptGroupName === null) return text;
  return subject === 'person'
    ? `${text}, unless in ${exceptGroupName},`
    : `${text} except ${exceptGroupName}`;
}

const roleNames: Readonly<Record<string, string>> = {
  admin: 'Admins',
  faculty: 'Faculty',
  security: 'Security staff',
  operator: 'Operators',
  responder: 'Responders',
  pending: 'People without a role',
} satisfies Record<Role, string>;

function targetText({ target, targetName, effect }: Sentence): string {
  const name = targetName ?? '…';
  switch (target) {
    case 'all':
      return effect === 'approve' ? 'keys' : 'any key';
    case 'department':
      return `keys of the department ${name}`;
    case 'category':
      return name.toLowerCase() === 'other' ? 'keys of the category Other' : `${inText(name)} keys`;
    case 'block':
      return blockText(name);
    case 'key':
      return `key ${name}`;
  }
}

/** A label as it stands within a sentence: 'Wood workshop' without its capital, 'AV' as it is. */
function inText(label: string): string {
  return label.replace(/(?<![\p{L}\d])\p{Lu}\p{Ll}+(?![\p{L}\d])/gu, (word) => word.toLowerCase());
}

/** Labels of blocks are letters ('A'), words ('Library') or whole names ('Block 7'). */
function blockText(name: string): string {
  if (/\bblock\b/i.test(name)) return `keys of ${name}`;
  return name.length <= 2 ? `keys of block ${name}` : `keys of the ${name} block`;
}
