import { signInLockedText } from './auth/sign-in-error.ts';
import { expiredText } from './handovers/qr-validity.ts';

/**
 * The error catalogue: code, HTTP status and message of every refusal the server can give, each
 * written once. Texts of the specification stand word for word (spec §5, §8).
 */
const row = <M extends string | ((...facts: never[]) => string)>(status: number, message: M) =>
  ({ status, message }) as const;

const invalidQr = 'Invalid QR code: ';

export const errorCatalogue = {
  BAD_INPUT: row(400, (issue: string) => issue),
  MALFORMED_JSON: row(400, 'The request body is not valid JSON'),
  JSON_REQUIRED: row(400, 'The request body must be sent as JSON'),
  BODY_TOO_LARGE: row(413, 'The request is too large'),
  NOT_FOUND: row(404, 'Not found'),
  NOT_SIGNED_IN: row(401, 'Please sign in to continue'),
  SESSION_ENDED: row(401, 'Your session has ended. Please sign in again.'),
  NOT_ALLOWED: row(403, 'You are not allowed to do this'),
  SIGN_IN_NOT_RECENT: row(
    403,
    (minutes: number) =>
      `Please confirm that it is you: you signed in more than ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} ago.`,
  ),
  SESSION_NOT_FOUND: row(404, 'This session has already ended'),
  NOT_REGISTERED: row(403, 'Please complete your registration first'),
  THIS_MACHINE_ONLY: row(
    403,
    'This trial of Keydesk serves only the machine it runs on, because it asks for no password. KEYDESK_ENV=pro makes it a real installation; DEMO_SIGN_IN=open lets everybody in as anybody.',
  ),
  CROSS_SITE: row(403, 'This request did not come from Keydesk'),
  USE_THE_DESK: row(403, 'Keys change hands at the desk. Please show your QR code to security.'),
  ALREADY_REGISTERED: row(409, 'Registration is already complete'),
  DEPARTMENT_REQUIRED: row(400, 'Please select a department'),
  FIELDS_REQUIRED: row(400, 'Please fill in all required fields'),
  FACULTY_ID_TAKEN: row(409, 'This Faculty ID is already registered'),
  ABOUT_NOT_FOUND: row(404, 'About data not found'),
  NOTIFICATION_NOT_FOUND: row(404, 'Notification not found'),
  USER_NOT_FOUND: row(404, 'User not found'),
  NAME_RESERVED: row(400, 'This name is reserved for a desk or role. Please choose another.'),
  EMAIL_TAKEN: row(409, 'User already exists'),
  LAST_ADMIN: row(409, 'There must be an admin. Please make somebody else an admin first.'),
  OWN_ACCOUNT: row(409, 'You cannot delete your own account'),
  OWN_SUSPENSION: row(409, 'You cannot suspend your own account'),
  USER_NOT_REMOVED: row(409, 'Only a removed person can be erased. Please delete them first.'),
  ADDRESS_GIVES_ROLE: row(
    409,
    (setting: string) =>
      `${setting} names an address of this person: once erased, whoever signs in with it would get its role. Please change that setting first.`,
  ),
  USER_REMOVED: row(409, 'This person was removed. Please restore them first.'),
  USER_HAS_KEYS: row(
    409,
    (numbers: string) =>
      `This person still has keys: ${numbers}. They can be deleted once these are back.`,
  ),
  KEY_NOT_FOUND: row(404, 'Key not found'),
  KEYS_NOT_FOUND: row(404, (numbers: string) => `Key not found: ${numbers}`),
  KEY_NUMBER_TAKEN: row(409, (number: string) => `Key number ${number} already exists`),
  KEY_IS_OUT: row(
    409,
    (number: string) => `Key ${number} is out. It can be deleted once it is back.`,
  ),
  IMPORT_OVERTAKEN: row(409, 'The list has changed in the meantime. Please check the file again.'),
  KEY_NOT_AVAILABLE: row(409, 'Key is not available'),
  KEY_NOT_TAKEN: row(409, 'Key is not currently taken'),
  KEYS_NOT_TAKEN: row(409, (numbers: string) => `Key is not currently taken: ${numbers}`),
  NOT_YOUR_KEY: row(403, 'Only the person who has this key can return it'),
  LOAN_CHANGED: row(409, 'This key has changed hands since. Please scan the code again.'),
  HOLDER_CANNOT_BORROW: row(409, 'This person cannot take keys'),
  QR_INVALID: row(400, (reason: string) => `${invalidQr}${reason}`),
  QR_NOT_ISSUED: row(400, `${invalidQr}not issued by this server, please regenerate`),
  QR_FORGED: row(400, `${invalidQr}it does not match the code that was issued`),
  QR_EXPIRED: row(
    400,
    (ageSeconds: number, maxSeconds: number) =>
      `${invalidQr}${expiredText(ageSeconds, maxSeconds)}`,
  ),
  QR_VOIDED: row(409, 'QR code is no longer valid, please regenerate'),
  QR_USED: row(409, 'QR code has already been used'),
  QR_WRONG_TYPE: row(400, 'Unsupported QR code type'),
  TOO_MANY_REQUESTS: row(429, 'Too many requests. Please wait a moment.'),
  TOO_MANY_CONNECTIONS: row(
    429,
    'Too many connections from your network. Please try again in a moment.',
  ),
  TOO_MANY_FILES: row(
    429,
    'Three of your files are being processed already. Please wait until one is finished.',
  ),
  BUSY_WITH_FILES: row(
    429,
    'The server is processing many other files. Please try again in a moment.',
  ),
  SIGN_IN_LOCKED: row(429, signInLockedText),
  DATABASE_UNAVAILABLE: row(503, 'Server is temporarily unavailable. Please try again later.'),
  STOPPING: row(503, 'Server is temporarily unavailable. Please try again later.'),
  INTERNAL: row(500, 'Internal server error'),
} as const;

export type ErrorCode = keyof typeof errorCatalogue;

type Facts<C extends ErrorCode> = (typeof errorCatalogue)[C]['message'] extends (
  ...facts: infer A
) => string
  ? A
  : [];

/** A refusal out of the catalogue. `details` may name the objects at fault; it reaches the caller. */
export class KeydeskError extends Error {
  override readonly name = 'KeydeskError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: unknown;

  constructor(code: ErrorCode, message: string, details?: unknown) {
    super(message);
    this.code = code;
    this.status = errorCatalogue[code].status;
    this.details = details;
  }

  withDetails(details: unknown): KeydeskError {
    return new KeydeskError(this.code, this.message, details);
  }
}

/** The refusal `code`, its message filled with `facts`. */
export const refusal = <C extends ErrorCode>(code: C, ...facts: Facts<C>): KeydeskError => {
  const message: string | ((...facts: never[]) => string) = errorCatalogue[code].message;
  return new KeydeskError(
    code,
    typeof message === 'string' ? message : message(...(facts as never[])),
  );
};
