import type { Role } from '../users/role.ts';
import type { NamedRule } from './access-rule.ts';
import { validityText } from './validity-text.ts';
import { windowText } from './window-text.ts';

type Sentence = Omit<NamedRule, 'id' | 'targetId' | 'createdByName'>;

/** A rule as a sentence: 'Students except Laser trained may not take workshop keys after 18:00.' */
export function accessRuleText(rule: Sentence, timezone: string): string {
  const sentence = [
    effectText(rule),
    windowText(rule),
    rule.effect === 'approve' ? 'only with approval' : '',
  ];
  const validity = validityText(rule, timezone);
  return `${sentence.filter(Boolean).join(' ')}${validity && `, ${validity}`}.`;
}

/** Why a deny refuses: 'Students: no workshop keys after 18:00 (rule by R. Iyer).' */
export function denialText(rule: Sentence & Pick<NamedRule, 'createdByName'>): string {
  const keys = rule.target === 'all' ? 'keys' : targetText(rule);
  const begin =
    rule.target === 'key' ? effectText(rule) : `${subjectText(rule, 'Everybody')}: no ${keys}`;
  const when = windowText(rule);
  const author = rule.createdByName === null ? '' : ` (rule by ${rule.createdByName})`;
  return `${begin}${when && ` ${when}`}${author}.`;
}

/** 'Asha Rao may not take key MK-1': the verb suits one and many. */
function effectText(rule: Sentence): string {
  const target = targetText(rule);
  if (rule.effect !== 'deny') return `${subjectText(rule, 'Everybody')} may take ${target}`;
  const verb = rule.subject === 'everyone' ? 'may take' : 'may not take';
  return `${subjectText(rule, 'Nobody')} ${verb} ${target}`;
}

function subjectText(
  { subject, subjectId, subjectName, exceptGroupName }: Sentence,
  everyone: 'Everybody' | 'Nobody',
): string {
  const name = subjectName ?? '…';
  const text = {
    everyone,
    role: roleNames[subjectId ?? ''] ?? name,
    department: `People of ${name}`,
    group: name,
    person: name,
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
