/** What the log says about an error. */
export type ErrorDescription = {
  type: string;
  message: string;
  stack: string;
  code?: string;
  constraint?: string;
  cause?: ErrorDescription;
};

const textOf = (error: object, name: string): string | undefined => {
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'string' ? value : undefined;
};

/** The query builder ends its messages with the values of the statement. */
const withoutValues = (message: string): string => message.split('\nparams:')[0] ?? '';

const framesOf = ({ stack = '' }: Error): string =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');

/**
 * An error without the values it was about: of its properties only those that name a kind of
 * failure, because the others hold rows, parameters, requests and responses.
 */
export const describeError = (error: unknown): ErrorDescription => {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error', stack: '' };
  const code = textOf(error, 'code');
  const constraint = textOf(error, 'constraint');
  return {
    type: error.name,
    message: withoutValues(error.message),
    stack: framesOf(error),
    ...(code ? { code } : {}),
    ...(constraint ? { constraint } : {}),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
};
