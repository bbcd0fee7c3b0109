import { type RoleMailboxes, roleForMailbox } from './role.ts';

const maxNameLength = 80;

/** Also what is blank but a letter, mark or symbol to Unicode, such as fillers and empty braille. */
const invisible = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** No language piles up so many marks; more of them cover the lines above and below. */
const stackedMarks = /\p{Mn}{8}/u;

/** A name without the differences that nobody sees: spelling of accents, kinds and runs of spaces. */
export function normalizeName(name: string): string {
  return name
    .normalize('NFC')
    .replace(/\p{Zs}+/gu, ' ')
    .trim();
}

/** What is wrong with a tidy name, or null. Whose name it may be is another question. */
export function nameError(name: string): string | null {
  if (name === '') return 'Name is required';
  if (name.search(invisible) >= 0) return 'Name must not contain control or invisible characters';
  if (stackedMarks.test(name.normalize('NFKD'))) return 'Name must not pile up accents';
  const { length } = [...name];
  if (length > maxNameLength) return `Name must be at most ${maxNameLength} characters`;
  if (length < 2) return 'Name must be at least 2 characters';
  return /\p{L}/u.test(name) ? null : 'Name must contain a letter';
}

/** Pairs of a character and the Latin letter for which it is taken at a glance. */
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
    .map(([strange = '', letter = '']) => [strange, letter] as const),
);

/** A to Z in discs, in squares, and as the halves of flags: symbols to Unicode, letters to people. */
const enclosed = /[\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}\u{1f1e6}-\u{1f1ff}]/gu;

/** Words that name a desk or role, and words that say nothing of a person beside them. */
const roleWords = words(
  'admin admins administrator administrators administration security desk operator responder ' +
    'faculty pending system support formermember unknownuser',
);
const fillerWords = words(
  'the key campus main front help head chief super office officer team staff guard gate ' +
    'department dept user account duty of it mr ms sir new our college university institute',
);

const onlyTitles = new RegExp(`^(?:${[...roleWords, ...fillerWords].join('|')})+$`);
const anyRoleWord = new RegExp(roleWords.join('|'));

/** Whether a name is that of a desk or role, however it is written. */
export function isReservedName(name: string): boolean {
  // A number or an initial beside a title makes no person of it.
  const numbered = name.split(' ').filter((word) => toPlainLetters(word, unchanged).length > 1);
  return [name, numbered.join(' ')]
    .flatMap((text) => [toPlainLetters(text, unchanged), toPlainLetters(text, asLookAlike)])
    .some((letters) => onlyTitles.test(letters) && anyRoleWord.test(letters));
}

/** The letters of a text as they look: without accents, `l` and `i` as one, `rn` and `m` as well. */
function toPlainLetters(text: string, likeness: (character: string) => string): string {
  const decomposed = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const plain = decomposed.replace(enclosed, enclosedLetter);
  const letters = Array.from(plain, likeness).join('').replace(/\P{L}/gu, '');
  return letters.replaceAll('l', 'i').replaceAll('rn', 'm');
}

function enclosedLetter(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  const first = [0x1f1e6, 0x1f170, 0x1f150].find((start) => code >= start) ?? code;
  return String.fromCodePoint('a'.charCodeAt(0) + code - first);
}

function unchanged(character: string) {
  return character;
}

function asLookAlike(character: string) {
  return lookAlikes.get(character) ?? character;
}

/** The mailbox of a role may be called what it is; nobody else may. */
export function isNameAllowed(name: string, email: string, mailboxes: RoleMailboxes): boolean {
  return roleForMailbox(email, mailboxes) !== 'faculty' || !isReservedName(name);
}

/**
 * The name for somebody new: what their identity provider calls them, made to fit the rules, or else
 * something of their address. Nobody is refused for what their provider says.
 */
export function initialName(claimed: string, email: string, mailboxes: RoleMailboxes): string {
  const fits = (name: string) => !nameError(name) && isNameAllowed(name, email, mailboxes);
  const candidates = [claimed, email.slice(0, email.indexOf('@')), email].map(toValidName);
  return candidates.find(fits) ?? 'New member';
}

function toValidName(text: string): string {
  const visible = normalizeName(text.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ').replace(invisible, ''));
  return [...visible].slice(0, maxNameLength).join('').trim();
}

function words(text: string) {
  return text.split(' ').map((word) => toPlainLetters(word, unchanged));
}
