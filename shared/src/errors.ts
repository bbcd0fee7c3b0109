import { signInLockedText } from './auth/sign-in-error.ts';
import { expiredMessage } from './handovers/qr-validity.ts';

const invalidQr = 'Invalid QR code: ';

/** Every error the server can answer with: its code, HTTP status and message. */
export const errorCatalogue = {
  BAD_INPUT: entry(400, (issue: string) => issue),
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
      `Please confirm that it is you: you signed in more than ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} ago.`,
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
  NOTIFICATION_NOT_FOUND: entry(404, 'Notification not found'),
  USER_NOT_FOUND: entry(404, 'User not found'),
  NAME_RESERVED: entry(400, 'This name is reserved for a desk or role. Please choose another.'),
  EMAIL_TAKEN: entry(409, 'User already exists'),
  LAST_ADMIN: entry(409, 'There must be an admin. Please make somebody else an admin first.'),
  OWN_ACCOUNT: entry(409, 'You cannot delete your own account'),
  OWN_SUSPENSION: entry(409, 'You cannot suspend your own account'),
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
  KEYS_NOT_FOUND: entry(404, (numbers: string) => `Key not found: ${numbers}`),
  KEY_NUMBER_TAKEN: entry(409, (number: string) => `Key number ${number} already exists`),
  KEY_IS_OUT: entry(
    409,
    (number: string) => `Key ${number} is out. It can be deleted once it is back.`,
  ),
  IMPORT_OVERTAKEN: entry(
    409,
    'The list has changed in the meantime. Please check the file again.',
  ),
  KEY_NOT_AVAILABLE: entry(409, 'Key is not available'),
  KEY_NOT_TAKEN: entry(409, 'Key is not currently taken'),
  KEYS_NOT_TAKEN: entry(409, (numbers: string) => `Key is not currently taken: ${numbers}`),
  NOT_YOUR_KEY: entry(403, 'Only the person who has this key can return it'),
  LOAN_CHANGED: entry(409, 'This key has changed hands since. Please scan the code again.'),
  HOLDER_CANNOT_BORROW: entry(409, 'This person cannot take keys'),
  QR_INVALID: entry(400, (reason: string) => `${invalidQr}${reason}`),
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
  TOO_MANY_REQUESTS: entry(429, 'Too many requests. Please wait a moment.'),
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
  const message: string | ((...facts: never[]) => string) = errorCatalogue[code].message;
  return new AppError(code, typeof message === 'string' ? message : message(...(facts as never[])));
}
