import { signInLockedText } from './sign-in-error.ts';
import { plural } from './text.ts';

export type ErrorCode = keyof typeof errorCatalogue;

type MessageArguments<C extends ErrorCode> = (typeof errorCatalogue)[C]['message'] extends (
  ...facts: infer A
) => string
  ? A
  : [];

/** An error from the catalogue. `details`, which the caller receives, may name the objects. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: unknown;

  constructor(code: ErrorCode, message: string, details?: unknown) {
    super(message);
    this.code = code;
    this.status = errorCatalogue[code].status;
    this.details = details;
  }

  withDetails(details: unknown): AppError {
    return new AppError(this.code, this.message, details);
  }
}

/** The error `code`, with `facts` filled into its message. */
export function appError<C extends ErrorCode>(code: C, ...facts: MessageArguments<C>): AppError {
  const words: string | ((...facts: never[]) => string) = errorCatalogue[code].message;
  return new AppError(code, typeof words === 'string' ? words : words(...(facts as never[])));
}

const invalidQr = 'Invalid QR code: ';

/** Every error the server can answer with: its code, HTTP status and message. */
export const errorCatalogue = {
  BAD_INPUT: entry(400, (issue: string) => issue),
  FUTURE_MOMENT: entry(400, 'Please choose a time that is past'),
  MALFORMED_JSON: entry(400, 'The request body is not valid JSON'),
  JSON_REQUIRED: entry(400, 'The request body must be sent as JSON'),
  BODY_TOO_LARGE: entry(413, 'The request is too large'),
  NOT_FOUND: entry(404, 'Not found'),
  NOT_SIGNED_IN: entry(401, 'Please sign in to continue'),
  SESSION_ENDED: entry(401, 'Your session has ended. Please sign in again.'),
  NOT_ALLOWED: entry(403, 'You are not allowed to do this'),
  SIGN_IN_NOT_RECENT: entry(
    403,
    (minutes: number) =>
      `Please confirm that it is you: you signed in more than ${plural(minutes, 'minute')} ago.`,
  ),
  SESSION_NOT_FOUND: entry(404, 'This session has already ended'),
  NOT_REGISTERED: entry(403, 'Please complete your registration first'),
  THIS_MACHINE_ONLY: entry(
    403,
    'This trial of Keydesk serves only the machine it runs on, because it asks for no password. KEYDESK_ENV=pro makes it a real installation; DEMO_SIGN_IN=open lets everybody in as anybody.',
  ),
  CROSS_SITE: entry(403, 'This request did not come from Keydesk'),
  USE_THE_DESK: entry(403, 'Keys change hands at the desk. Please show your QR code to security.'),
  ALREADY_REGISTERED: entry(409, 'Registration is already complete'),
  DEPARTMENT_REQUIRED: entry(400, 'Please select a department'),
  FIELDS_REQUIRED: entry(400, 'Please fill in all required fields'),
  FACULTY_ID_TAKEN: entry(409, 'This Faculty ID is already registered'),
  ABOUT_NOT_FOUND: entry(404, 'About data not found'),
  LOAN_NOT_FOUND: entry(404, 'Loan not found'),
  KEY_REPORTED: entry(
    409,
    (keyNumber: string, condition: string) => `${keyNumber} has been reported ${condition}.`,
  ),
  LOST_IS_OUT: entry(
    409,
    (keyNumber: string) =>
      `${keyNumber} is at the desk. Report it missing if it does not hang there.`,
  ),
  MISSING_IS_IN: entry(
    409,
    (keyNumber: string) => `${keyNumber} is out. Report it lost if its holder cannot find it.`,
  ),
  FOUND_REPORT_NOT_FOUND: entry(404, 'Report of a found key not found'),
  INCIDENT_NOT_FOUND: entry(404, 'Incident not found'),
  INCIDENT_RESOLVED: entry(409, 'This incident is resolved already'),
  REPORT_NEEDS_NOTE: entry(
    400,
    (most: number) =>
      `You have reported ${most} keys within an hour. Add a note that says why to report more.`,
  ),
  RESOLUTION_NOT_POSSIBLE: entry(400, 'An incident of this kind cannot end so'),
  HANDED_SINCE: entry(
    409,
    (keyNumber: string, name: string) => `${keyNumber} has been handed to ${name} since.`,
  ),
  CAME_BACK_SINCE: entry(409, (keyNumber: string) => `${keyNumber} has come back since.`),
  GIVEN_UP_SINCE: entry(
    409,
    (keyNumber: string) => `${keyNumber} has been given up as lost since.`,
  ),
  CANCELLED_SINCE: entry(
    409,
    (keyNumber: string) => `The hand-out of ${keyNumber} has been undone since.`,
  ),
  HOLDER_REMOVED: entry(
    409,
    (keyNumber: string) =>
      `The account of who had ${keyNumber} has been removed since. Report the key missing instead.`,
  ),
  UNDO_DISPUTED: entry(409, 'The holder disputes this handover. An admin settles it.'),
  UNDO_ELSEWHERE: entry(
    403,
    'Only the desk that recorded a handover, or an admin, can undo it. Choose that desk where you stand there.',
  ),
  UNDO_TOO_LATE: entry(
    409,
    (minutes: number) =>
      `A handover can be undone for ${plural(minutes, 'minute')}. Hand the key over or collect it instead.`,
  ),
  UNDO_TOO_OFTEN: entry(
    409,
    (keyNumber: string) =>
      `Key ${keyNumber} and this person had 3 handovers undone within an hour. Ask an admin to undo this one.`,
  ),
  REMINDED_RECENTLY: entry(
    409,
    (keyNumber: string, wait: string) =>
      `The holder of key ${keyNumber} was reminded a short while ago. You can remind them again in ${wait}.`,
  ),
  KEEP_AT_MOST: entry(
    409,
    (keyNumber: string, time: string) => `Key ${keyNumber} may be kept until ${time} at most.`,
  ),
  KEY_RECALLED: entry(
    409,
    (number: string, when: string) => `Key ${number} is recalled. Please bring it back ${when}.`,
  ),
  EXTENDED_ALREADY: entry(409, 'You have extended this key already. Please ask the desk.'),
  EXTEND_LATER: entry(
    409,
    (keyNumber: string, time: string) => `You can extend key ${keyNumber} from ${time} on.`,
  ),
  DUE_PASSED: entry(
    409,
    (time: string) => `This key was due at ${time}. Please bring it to the desk or call them.`,
  ),
  MUST_BE_BACK: entry(409, (time: string) => `This key must be back by ${time}.`),
  NO_DUE_TIME: entry(
    409,
    (keyNumber: string) => `Key ${keyNumber} has no due time, so there is nothing to extend.`,
  ),
  OWN_EXTENSION: entry(
    403,
    'Nobody at the desk extends a key that they have themselves. Ask another guard or an admin.',
  ),
  EXTENSION_REASON_REQUIRED: entry(400, 'Please give a reason'),
  UNTIL_REQUIRED: entry(400, 'Please say until when'),
  UNTIL_TOO_EARLY: entry(400, (time: string) => `Please choose a time after ${time}`),
  UNTIL_TOO_LATE: entry(400, 'Please choose a time within a year'),
  CLOSED_TODAY: entry(409, 'The campus is closed today, so there is no closing to move.'),
  CLOSES_THEN: entry(409, (then: string) => `The campus closes at ${then} already.`),
  CLOSES_BEFORE_OPENING: entry(
    400,
    (day: string, opens: string) =>
      `On ${day} the campus opens at ${opens}. Please choose a closing time after that.`,
  ),
  CLOSES_AFTER_NEXT_OPENING: entry(
    400,
    (day: string, opens: string) =>
      `On ${day} the campus opens again at ${opens}. Please choose a closing time until then.`,
  ),
  CLOSING_PASSED: entry(400, 'Please choose a closing time that is still to come'),
  KEY_NOT_OUT: entry(409, (keyNumber: string) => `Key ${keyNumber} is at the desk already.`),
  OWN_WAIT: entry(409, (keyNumber: string) => `You have key ${keyNumber} yourself.`),
  NOTIFICATION_NOT_FOUND: entry(404, 'Notification not found'),
  USER_NOT_FOUND: entry(404, 'User not found'),
  NAME_RESERVED: entry(400, 'This name is reserved for a desk or role. Please choose another.'),
  PERSON_NOT_FOUND: entry(404, 'Person not found'),
  CARD_TAKEN: entry(
    409,
    (name: string) =>
      `This card belongs to ${name}. Their cards have to be removed before somebody else can have it.`,
  ),
  CARD_OF_NO_BORROWER: entry(
    409,
    (name: string) => `This is the ID card of ${name}, who cannot take keys at present.`,
  ),
  VISIT_ENDS_BEFORE_NOW: entry(400, 'Please choose an end that is still to come'),
  VISIT_TOO_LONG: entry(400, (days: number) => `A visit lasts ${days} days at most`),
  NO_SPONSOR: entry(409, 'This person cannot be a sponsor. Please choose a member.'),
  VISITOR_HAS_KEYS: entry(
    409,
    (name: string, sponsor: string) =>
      `${name} still has keys on behalf of ${sponsor}. Take them back before somebody else answers.`,
  ),
  VISITOR_KEEPS_NAME: entry(
    409,
    (name: string) =>
      `${name} has this phone number and still has keys. Take them back before the name changes.`,
  ),
  VISITOR_NUMBER_KNOWN: entry(409, (name: string) => `${name} has this number. The same person?`),
  TOO_MANY_VISITORS: entry(
    429,
    (most: number) =>
      `This desk has entered ${most} new visitors within a day. An admin can enter more.`,
  ),
  SPONSOR_UNANSWERED: entry(
    409,
    (sponsor: string) =>
      `No answer from ${sponsor} yet. Wait for it, or hand the key out without an answer.`,
  ),
  VISITOR_NOT_REFUSED: entry(409, 'No sponsor refuses this visitor.'),
  NO_SPONSOR_REFUSES: entry(409, 'No sponsor answers for this loan. Please choose another answer.'),
  VISITOR_NOT_FOUND: entry(404, 'You are not asked about this visitor any more'),
  VISITOR_NOT_EDITED: entry(409, 'Visitors are entered at the desk and cannot be edited here'),
  CANNOT_TAKE_KEYS: entry(409, (name: string) => `${name} cannot take keys at present.`),
  TOO_MANY_CARDS: entry(
    409,
    (most: number) =>
      `This person has ${most} ID cards already. Please remove their cards first, then add those that they carry.`,
  ),
  TOO_MANY_CARDS_ADDED: entry(
    429,
    (most: number) =>
      `You have added ${most} ID cards within an hour. Somebody else at the desk, or an admin, can add more.`,
  ),
  NAME_OF_ANOTHER: entry(
    409,
    'Somebody else here has this name. Ask an administrator if it is yours too.',
  ),
  RENAMED_TOO_OFTEN: entry(
    429,
    (most: number) =>
      `You have changed your name ${most} times within a day. Ask an administrator if it is still wrong.`,
  ),
  EMAIL_TAKEN: entry(409, 'User already exists'),
  LAST_ADMIN: entry(409, 'There must be an admin. Please make somebody else an admin first.'),
  ROLE_NOT_ASSIGNABLE: entry(400, 'Please choose the role faculty, security or admin'),
  OWN_ACCOUNT: entry(409, 'You cannot delete your own account'),
  OWN_SUSPENSION: entry(409, 'You cannot suspend your own account'),
  USERS_NOT_FOUND: entry(404, (names: string) => `User not found: ${names}`),
  NOT_PENDING: entry(
    409,
    (names: string) =>
      `Only people whose role is pending can be made faculty together. These are not: ${names}.`,
  ),
  FACULTY_FIELD_KEPT: entry(
    400,
    'Faculty keep a department and a Faculty ID. They can be changed, but not emptied.',
  ),
  USER_NOT_REMOVED: entry(409, 'Only a removed person can be erased. Please delete them first.'),
  ADDRESS_GIVES_ROLE: entry(
    409,
    (setting: string) =>
      `${setting} names an address of this person: once erased, whoever signs in with it would get its role. Please change that setting first.`,
  ),
  USER_REMOVED: entry(409, 'This person was removed. Please restore them first.'),
  USER_HAS_KEYS: entry(
    409,
    (numbers: string) =>
      `This person still has keys: ${numbers}. They can be deleted once these are back.`,
  ),
  KEY_NOT_FOUND: entry(404, 'Key not found'),
  KEY_RETIRED: entry(404, (what: string) => what),
  KEYS_NOT_FOUND: entry(404, (numbers: string) => `Key not found: ${numbers}`),
  KEY_NUMBER_TAKEN: entry(409, (number: string) => `Key number ${number} already exists`),
  KEY_IS_OUT: entry(
    409,
    (number: string) => `Key ${number} is out. It can be deleted once it is back.`,
  ),
  KEY_WAS_LENT: entry(
    409,
    (number: string, loans: number) =>
      `${number} has ${loans} recorded ${loans === 1 ? 'loan' : 'loans'}. It can be deleted, but its history stays.`,
  ),
  KEY_HAS_ACCESS_HISTORY: entry(
    409,
    (number: string) =>
      `Access to ${number} was given or asked for. It can be deleted, but its history stays.`,
  ),
  KEY_WAS_SOUGHT: entry(
    409,
    (number: string) =>
      `${number} was reported or counted before. It can be deleted, but its history stays.`,
  ),
  COUNT_NOT_FOUND: entry(404, 'Count not found'),
  COUNT_CLOSED: entry(409, 'This count is over. Begin another one.'),
  COUNT_FULL: entry(
    409,
    (most: number) =>
      `This count takes ${plural(most, 'scan')} at most. Finish it, or abandon it and begin another one.`,
  ),
  COUNT_NOTHING_SEEN: entry(
    409,
    'Nothing was scanned or ticked yet. Scan what hangs there, or abandon the count.',
  ),
  COUNT_SCAN_NOT_FOUND: entry(404, 'That was not scanned in this count'),
  COUNT_EMPTY: entry(409, 'No key hangs there that could be counted'),
  IMPORT_OVERTAKEN: entry(
    409,
    'The list has changed in the meantime. Please check the file again.',
  ),
  UNKNOWN_ENTRY: entry(400, (name: string, code: string) => `Unknown ${name}: ${code}`),
  ENTRY_RETIRED: entry(
    400,
    (name: string, code: string) => `${code} is retired. Please choose another ${name}.`,
  ),
  ENTRY_EXISTS: entry(409, (code: string) => `${code} exists already`),
  STATED_BY_COLLEGE: entry(400, "From your college's records. Wrong? Ask the key office."),
  ENTRY_USED: entry(
    409,
    (code: string, uses: string) => `${code} is used by ${uses}. It can be retired.`,
  ),
  ENTRY_NOT_FOUND: entry(404, (name: string) => `There is no such ${name}`),
  STALE: entry(409, (name: string, time: string) => `${name} changed this at ${time}.`),
  CALENDAR_CHANGED: entry(
    409,
    'Somebody else has changed this in the meantime. Please look at it again.',
  ),
  UNKNOWN_TIMEZONE: entry(400, (name: string) => `Unknown time zone: ${name}`),
  DUE_RULE_NOT_FOUND: entry(404, 'There is no such rule, or it has ended'),
  TOO_MANY_DUE_RULES: entry(409, tooManyRules),
  KEY_NOT_AWAY: entry(409, (number: string) => `Key ${number} is not away from its desk.`),
  KEY_HOME_ELSEWHERE: entry(
    409,
    (number: string, desk: string) => `Only ${desk} can confirm that key ${number} is back.`,
  ),
  NOTHING_TO_CHOOSE: entry(400, (name: string) => `Please add a ${name} on the Campus page first`),
  KEY_NOT_AVAILABLE: entry(409, 'Key is not available'),
  KEY_ELSEWHERE: entry(
    409,
    (keyNumber: string, verb: 'hangs' | 'lies', deskName: string) =>
      `Key ${keyNumber} ${verb} at ${deskName}.`,
  ),
  PAPER_BACK_FIRST: entry(400, 'It must have come back after it was handed out'),
  PAPER_TOO_OLD: entry(400, (days: number) => `A line may be at most ${plural(days, 'day')} old`),
  PAPER_WAITS: entry(409, 'Keydesk knows of no outage then, so an admin decides.'),
  PAPER_NOT_FOUND: entry(404, 'There is no such line'),
  PAPER_DECIDED: entry(409, 'An admin has already decided about this line'),
  PERIOD_ENDS_FIRST: entry(400, 'It must end after it begins'),
  PAPER_OVERLAPS_LOAN: entry(
    409,
    (line: string, loan: string, isOut: boolean) =>
      `${line}, overlaps the recorded loan to ${loan}. ${isOut ? 'If that one came back, enter that too.' : 'Please find out which is right.'}`,
  ),
  PAPER_OVERLAPS_LINE: entry(
    409,
    (line: string, number: number, other: string) =>
      `${line}, overlaps line ${number}, to ${other}. Please find out which is right.`,
  ),
  KEY_NOT_TAKEN: entry(409, 'Key is not currently taken'),
  KEYS_NOT_TAKEN: entry(409, (numbers: string) => `Key is not currently taken: ${numbers}`),
  NOT_YOUR_KEY: entry(403, 'Only the person who has this key can return it'),
  LOAN_CHANGED: entry(409, 'This key has changed hands since. Please scan the code again.'),
  LENDING_BY_NAME_OFF: entry(
    403,
    'Lending by name is switched off. Ask for the QR code or the card.',
  ),
  LENDING_OFF: entry(403, 'Lending is switched off. Ask for the QR code.'),
  DISPUTE_NOT_FOUND: entry(404, 'Nobody has disputed this loan'),
  DISPUTE_SETTLED: entry(409, 'This is already settled.'),
  DISPUTE_TOO_LATE: entry(
    409,
    'You can report this within 24 hours of being told. Please ask the desk.',
  ),
  LOAN_DISPUTED: entry(
    409,
    (keyNumber: string) =>
      `Key ${keyNumber} is disputed: nobody is reminded of it until an admin has settled that.`,
  ),
  NOT_LENT_BY_NAME: entry(409, 'You took this key yourself. Please ask the desk.'),
  SAME_HOLDER: entry(400, 'Please choose somebody else than the person who disputes it'),
  TAG_NEEDED: entry(409, (keyNumber: string) => `Scan the tag of ${keyNumber}.`),
  TAG_OF_ANOTHER_KEY: entry(409, (found: string, asked: string) => `This is ${found}. ${asked}.`),
  TAG_TOO_OLD: entry(
    409,
    (keyNumber: string) =>
      `This tag of ${keyNumber} is of the old kind, which no longer counts for it. Print a new tag and scan that one.`,
  ),
  TAG_OF_RETIRED_KEY: entry(409, (what: string) => `This is ${what}`),
  TAG_DIFFERS: entry(409, (keyNumber: string) => `This is not the tag of ${keyNumber}.`),
  ACCESS_REFUSED: entry(403, (reason: string) => reason),
  APPROVAL_NEEDED: entry(403, (reason: string) => reason),
  NO_OVERRIDE: entry(403, (reason: string) => reason),
  OWN_OVERRIDE: entry(403, 'Nobody overrides a rule for themselves'),
  ACCESS_RULE_NOT_FOUND: entry(404, 'There is no such rule, or it has ended'),
  TOO_MANY_ACCESS_RULES: entry(409, tooManyRules),
  GROUP_NOT_FOUND: entry(404, 'There is no such group'),
  TOO_MANY_DESKS: entry(
    409,
    (most: number) =>
      `There are ${most} desks already, retired ones among them. Please rename one of those.`,
  ),
  TOO_MANY_GROUPS: entry(409, (most: number) => `There are ${most} groups already.`),
  GROUP_EXISTS: entry(409, (name: string) => `There is a group ${name} already`),
  MEMBER_NOT_FOUND: entry(404, 'This person is not in the group'),
  GRANT_NOT_FOUND: entry(404, 'This access has already ended'),
  ACCESS_ENDS_BEFORE_NOW: entry(400, 'Please choose a time that is still to come'),
  OWN_GRANT: entry(403, 'Nobody gives access to themselves.'),
  NOT_YOURS_TO_GIVE: entry(403, 'Only the owner of a key and admins give access to it'),
  REQUEST_NOT_FOUND: entry(404, 'There is no such request'),
  REQUEST_OPEN: entry(409, 'You have already asked for this key.'),
  REQUEST_NOT_NEEDED: entry(409, 'You may take this key without asking.'),
  REQUEST_HOPELESS: entry(409, (reason: string) => reason),
  REQUEST_DECIDED: entry(409, (name: string) => `${name} has already decided.`),
  REQUEST_OVER: entry(409, 'This request is no longer open.'),
  OWN_REQUEST: entry(403, 'Nobody decides their own request.'),
  NOT_YOURS_TO_DECIDE: entry(403, 'Somebody else decides about this key.'),
  HOLDER_CANNOT_BORROW: entry(409, 'This person cannot take keys'),
  NOBODY_ON_DUTY: entry(403, 'Nobody is on duty at this computer. Show your duty code.'),
  DUTY_LOCKED: entry(403, 'This computer is locked. Unlock it with your duty code or PIN.'),
  NOT_A_DESK_COMPUTER: entry(403, 'This computer is not enrolled at a desk'),
  OWN_DEVICE_ONLY: entry(403, 'Please do this on your own phone, not at the desk’s computer.'),
  WRONG_PIN: entry(403, (left: number) => `Wrong PIN. ${plural(left, 'try', 'tries')} left.`),
  PIN_LOCKED: entry(
    403,
    (minutes: number) =>
      `Too many wrong PINs. Show your duty code, or try again in ${plural(minutes, 'minute')}.`,
  ),
  PIN_ENTRY_CLOSED: entry(
    403,
    (minutes: number) =>
      `Too many wrong PINs were typed at this computer. Show your duty code, or try again in ${plural(minutes, 'minute')}.`,
  ),
  PIN_TOO_EASY: entry(400, 'This PIN is too easy to guess. Please choose another one.'),
  PIN_OF_FACULTY_ID: entry(400, 'Please choose a PIN that is not the number of your Faculty ID.'),
  PIN_NO_LONGER_TAKEN: entry(
    403,
    'Your PIN is too easy to guess and no longer taken. Show your duty code, and set another PIN under Profile.',
  ),
  DUTY_NOT_FOUND: entry(404, 'There is no such duty'),
  DUTY_CODE_USED: entry(409, 'This duty code has already been used'),
  DUTY_CODE_INVALID: entry(400, 'This is not a duty code'),
  DUTY_CODE_OVER: entry(400, 'This duty code is no longer valid. Please show a new one.'),
  ENROLMENT_CODE_INVALID: entry(
    400,
    'This code is wrong, already used, or older than ten minutes. Please ask for a new one.',
  ),
  NO_SUCH_DESK: entry(404, 'There is no such desk'),
  COMPUTER_NOT_FOUND: entry(404, 'This computer is not enrolled any more'),
  QR_INVALID: entry(400, (reason: string) => `${invalidQr}${reason}`),
  SCANNER_LAYOUT: entry(400, 'The scanner types with another keyboard layout than this computer'),
  QR_NOT_ISSUED: entry(400, `${invalidQr}not issued by this server, please regenerate`),
  QR_FORGED: entry(400, `${invalidQr}it does not match the code that was issued`),
  QR_EXPIRED: entry(
    400,
    (ageSeconds: number, maxSeconds: number) =>
      `${invalidQr}${expiredMessage(ageSeconds, maxSeconds)}`,
  ),
  QR_VOIDED: entry(409, 'QR code is no longer valid, please regenerate'),
  QR_USED: entry(409, 'QR code has already been used'),
  QR_WRONG_TYPE: entry(400, 'Unsupported QR code type'),
  MAIL_OFF: entry(409, 'Mail is not set up here: SMTP_URL is empty.'),
  MAIL_REFUSED: entry(409, (reason: string) => `The mail was not sent: ${reason}`),
  TOO_MANY_REQUESTS: entry(429, 'Too many requests. Please wait a moment.'),
  TOO_MANY_OPEN_REQUESTS: entry(
    429,
    (most: number) =>
      `You have ${most} open requests already. You can ask again when one is decided, or withdraw one.`,
  ),
  ASKED_TOO_OFTEN: entry(
    429,
    (most: number, time: string) =>
      `You have asked for ${most} keys within a day. You can ask again from ${time} on.`,
  ),
  TOO_MANY_CONNECTIONS: entry(
    429,
    'Too many connections from your network. Please try again in a moment.',
  ),
  TOO_MANY_FILES: entry(
    429,
    'Three of your files are being processed already. Please wait until one is finished.',
  ),
  BUSY_WITH_FILES: entry(
    429,
    'The server is processing many other files. Please try again in a moment.',
  ),
  SIGN_IN_LOCKED: entry(429, signInLockedText),
  DATABASE_UNAVAILABLE: entry(503, 'Server is temporarily unavailable. Please try again later.'),
  STOPPING: entry(503, 'Server is temporarily unavailable. Please try again later.'),
  INTERNAL: entry(500, 'Internal server error'),
} as const;

function entry<M extends string | ((...facts: never[]) => string)>(status: number, message: M) {
  return { status, message } as const;
}

function tooManyRules(most: number): string {
  return `There are ${most} rules already. Please end one first.`;
}

/** Why an expired code is rejected, without the 'Invalid QR code: ' prefix. */
export function expiredMessage(ageSeconds: number, maxSeconds: number): string {
  return `QR code is expired (${ageSeconds} seconds old, max ${maxSeconds} seconds)`;
}
