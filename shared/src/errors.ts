import { errorCatalogue } from './error-catalogue.ts';

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
