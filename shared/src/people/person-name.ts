import { z } from 'zod';
import type { Desk } from '../campus/campus.ts';
import { type RoleMailboxes, roleForMailbox } from '../http/roles.ts';
import { t } from '../texts/en/person-names.ts';

const maxNameLength = 80;

/** Includes blank letters and symbols, such as Hangul fillers and the empty braille pattern. */
const invisible = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** No language stacks so many marks; more of them would cover the lines above and below. */
const stackedMarks = /\p{Mn}{8}/u;

/**
 * Characters that would let a name pass for a label, a path or an address in a message
 * (`reserved-names`), and those that look like a colon or a stroke.
 */
const confusing =
  /[/\\:@<>"\u02d0\u0589\u05c3\u205a\u2044\u2215\u2216\u2236\u2571\u29f5\u29f8\u29f9\ua789]/u;

/**
 * What mail programs turn into a link: two words joined by a point, whatever the ending, since
 * there are new ones every year. A title or an initial before the point is none, as in Dr.Ramesh or
 * B.Com.
 */
const address =
  /www\.|(?<![\p{L}\p{N}-])(?!(?:dr|mr|mrs|ms|prof|er|ar|adv|md|mohd|sk|sri|shri|smt|kum|fr|sr|st|rev|capt|col|maj|lt)\.)[\p{L}\p{N}-]{2,}[.\u3002](?=\p{L}\p{M}*\p{L}|xn--)/iu;

/** In other texts than names single letters are no initials, and email addresses count, too. */
const linked = /@|:\/\/|www\.|[\p{L}\p{N}][.\u3002](?=\p{L}\p{M}*\p{L}|xn--)/iu;

/** Characters that notes may contain, but that could split an address invisibly. */
const unseenInLinks = /[\p{Join_Control}\p{Variation_Selector}]/gu;

/** Whether mail programs could turn a part of this text into a link. */
export function holdsAddress(text: string): boolean {
  return linked.test(text.normalize('NFKC').replace(unseenInLinks, ''));
}

/** Removes invisible differences: encodings of accents, kinds and runs of spaces. */
export function normalizeName(name: string): string {
  return name
    .normalize('NFC')
    .replace(/\p{Zs}+/gu, ' ')
    .trim();
}

/** Control characters and line breaks included. */
function hasInvisible(text: string): boolean {
  return text.search(invisible) >= 0;
}

/** The problem of a normalized name, or null. Reserved names are checked by `isNameAllowed`. */
export function nameError(name: string): string | null {
  if (name === '') return t('required');
  if (hasInvisible(name)) return t('invisible');
  if (stackedMarks.test(name.normalize('NFKD'))) return t('accents');
  if (confusing.test(name.normalize('NFKC'))) return t('signs');
  if (/,\s*now\s/iu.test(name.normalize('NFKC'))) return t('called-now');
  if (address.test(name.normalize('NFKC'))) return t('address');
  const { length } = [...name];
  if (length > maxNameLength) return t('too-long', { most: maxNameLength });
  if (length < 2) return t('too-short');
  return /\p{L}/u.test(name) ? null : t('no-letter');
}

/** Pairs of a character and the Latin letter it looks like. */
const lookAlikes = new Map(
  (
    'аa вb еe ѕs іi јj кk мm нh оo рp сc тt уy хx ԁd һh ӏl ԛq ԝw гr пn үy ѵv ' +
    'αa βb εe ιi κk μm νn οo ρp τt υy χx ηn πn σo ςc ' +
    'ոn սu օo հh ցg տs լl յj զq ' +
    'ꭰd ꭱr ꭲt ꭵi ꭺa ꭻj ꭼe ꮇm ꮋh ꮍy ꮐg ꮑn ꮖi ꮜu ꮢr ꮩv ꮪs ꮮl ꮯc ꮲp ꮶk ꮷd ꭹy ᏼb ' +
    'ꓐb ꓑp ꓓd ꓔt ꓖg ꓗk ꓙj ꓚc ꓝf ꓟm ꓠn ꓡl ꓢs ꓣr ꓦv ꓧh ꓫx ꓬy ꓮa ꓰe ꓲi ꓳo ꓴu ' +
    'ᗩa ᗷb ᑕc ᗪd ᖴf ᕼh ᒍj ᒪl ᗰm ᑎn ᗝo ᑭp ᖇr ᔕs ᔑs ᑌu ᐯv ' +
    'ᴀa ʙb ᴄc ᴅd ᴇe ɢg ʜh ɪi ᴊj ᴋk ʟl ᴍm ɴn ᴏo ᴘp ʀr ꜱs ᴛt ᴜu ʏy ıi ɑa ɡg ' +
    'đd ħh łl øo ŧt ƀb ⱥa ɇe ɨi ɍr ɱm ŋn ' +
    '0o 1l 3e 4a 5s 7t 8b @a $s !l ¡l |l +t †t €e ¢c'
  )
    .split(' ')
    .map(([character = '', letter = '']) => [character, letter] as const),
);

/** Greek letters whose other case looks like another Latin letter. */
const caseLookalikes: Record<string, string> = { ν: 'v', υ: 'u', Η: 'h' };

/** A to Z in circles, in squares, and as halves of flags: symbols to Unicode, letters to people. */
const enclosed = /[\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}\u{1f1e6}-\u{1f1ff}]/gu;

/** `d` looks like `cl`, which looks like `ci`; the others look like one or two letters directly. */
const shapes: Record<string, string> = { l: 'i', u: 'v', d: 'ci', m: 'rn', w: 'vv', q: 'g' };

/**
 * Words for a desk or role, and words that beside them still name no person. Common surnames, such
 * as Root or Warden, name no role: with an initial they are a person.
 */
const roleWords = words(
  'admin admins administrator administrators administration security desk operator responder ' +
    'faculty pending system systems support formermember unknownuser gatekeeper keykeeper ' +
    'officer officers reception receptionist superuser webmaster moderator',
);
const fillerWords = words(
  'the key keys campus main front back help head chief super senior deputy assistant office team ' +
    'staff guard guards watchman watchmen chowkidar gate hostel library block department dept ' +
    'user account duty night day morning evening ' +
    'shift sys of it in on at for and mr mrs ms sir madam new our college university institute',
);

const onlyTitles = new RegExp(`^(?:${[...roleWords, ...fillerWords].join('|')})+$`);
const anyRoleWord = new RegExp(roleWords.join('|'));

/** Whether a name is that of a desk or role, in any spelling. */
export function isReservedName(name: string): boolean {
  // A title with a number or an initial is still no person.
  const numbered = name.split(' ').filter((word) => toPlainLetters(word, unchanged).length > 1);
  return [name, numbered.join(' ')]
    .flatMap((text) => [toPlainLetters(text, unchanged), toPlainLetters(text, asLookAlike)])
    .map(toShape)
    .some((shape) => onlyTitles.test(shape) && anyRoleWord.test(shape));
}

/** Whether a name is that of an active desk, in any spelling. */
export function isDeskName(name: string, desks: NameRules['desks']): boolean {
  const spelling = toDeskSpelling(name);
  return desks.some((desk) => !desk.retired && toDeskSpelling(desk.name) === spelling);
}

/** Equal for people's names that look the same. The vowel signs of Indic letters differ. */
export function toSpelling(name: string): string {
  const parts = name.normalize('NFKD').split(/((?!\p{Script=Inherited})\p{M})/u);
  return parts.map((part, at) => (at % 2 === 1 ? part : toDeskSpelling(part))).join('');
}

/** Keeps digits, which distinguish desks. */
function toDeskSpelling(name: string): string {
  return toShape(toPlainLetters(name, asLookAlike, /[^\p{L}\p{N}]/gu));
}

/** Letters only, in lower case and without accents. */
function toPlainLetters(
  text: string,
  toLetter: (character: string) => string,
  dropped = /\P{L}/gu,
): string {
  const decomposed = text.normalize('NFKD').replace(/\p{M}/gu, '');
  const cased = decomposed.replace(/[νυΗ]/g, (letter) => caseLookalikes[letter] ?? letter);
  const plain = cased.toLowerCase().replace(enclosed, enclosedLetter);
  return Array.from(plain, toLetter).join('').replace(dropped, '');
}

/**
 * One spelling for letters that look the same, such as `rn` and `m`. It goes letter by letter, so
 * the shape of a text consists of the shapes of its words.
 */
function toShape(letters: string): string {
  return letters.replace(/[ludmwq]/g, (letter) => shapes[letter] ?? letter);
}

function enclosedLetter(symbol: string): string {
  const code = symbol.codePointAt(0) ?? 0;
  const first = [0x1f1e6, 0x1f170, 0x1f150].find((start) => code >= start) ?? code;
  return String.fromCodePoint('a'.charCodeAt(0) + code - first);
}

function unchanged(character: string) {
  return character;
}

function asLookAlike(character: string) {
  return lookAlikes.get(character) ?? character;
}

export type NameRules = {
  mailboxes: RoleMailboxes;
  desks: readonly Pick<Desk, 'name' | 'retired'>[];
};

/** Only the mailbox of a role may be named after a role or a desk (`reserved-names`). */
export function isNameAllowed(
  name: string,
  email: string,
  { mailboxes, desks }: NameRules,
): boolean {
  if (roleForMailbox(email, mailboxes) !== 'faculty') return true;
  return !isReservedName(name) && !isDeskName(name, desks);
}

/**
 * The identity provider's name, adapted to the rules, or else part of the address. No one is turned
 * away because of the name their provider sends.
 */
export function initialName(claimed: string, email: string, rules: NameRules): string {
  const ofAddress = email.slice(0, email.indexOf('@'));
  return (
    fittingName(claimed, email, rules) ?? fittingName(ofAddress, email, rules) ?? t('new-member')
  );
}

/** Adapts a name to the rules; null if nothing is left of it or it is reserved. */
export function fittingName(claimed: string, email: string, rules: NameRules): string | null {
  const name = toValidName(claimed);
  return !nameError(name) && isNameAllowed(name, email, rules) ? name : null;
}

function toValidName(text: string): string {
  const visible = normalizeName(text.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ').replace(invisible, ''));
  const honest = isHonest(visible) ? visible : withoutSigns(visible);
  return [...honest].slice(0, maxNameLength).join('').trim();
}

function isHonest(name: string): boolean {
  const plain = name.normalize('NFKC');
  return !confusing.test(plain) && !address.test(plain);
}

/** Without points, nothing is an address. */
function withoutSigns(name: string): string {
  return normalizeName(
    name.normalize('NFKC').replace(new RegExp(`${confusing.source}|[.\\u3002]`, 'gu'), ' '),
  );
}

function words(text: string) {
  return text.split(' ').map(toShape);
}

// Separate from user.ts, which every page imports: only forms need the schema library.

/** A well-formed name; the server decides whether this person may use it. */
export const personNameSchema = z
  .string({ error: () => t('required') })
  .overwrite(normalizeName)
  .superRefine((name, context) => {
    const message = nameError(name);
    if (message) context.addIssue({ code: 'custom', message });
  });

/** Many of their letters look the same. */
const alphabets = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u];

/** IDs that look the same are the same, or one is refused: people are identified by them. */
export const facultyIdSchema = z
  .string()
  .overwrite(normalizeFacultyId)
  .min(1, { error: () => t('fields-required') })
  .max(40, { error: () => t('id-too-long') })
  .regex(/[\p{L}\p{N}]/u, { error: () => t('id-no-letter') })
  .refine((id) => !hasInvisible(id), { error: () => t('id-invisible') })
  .refine(hasOneAlphabet, { error: () => t('id-alphabets') });

/** Removes invisible differences and full-width letters. */
export function normalizeFacultyId(id: string): string {
  return normalizeName(id.normalize('NFKC'));
}

function hasOneAlphabet(id: string): boolean {
  return alphabets.filter((letter) => letter.test(id)).length < 2;
}
