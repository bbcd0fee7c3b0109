import { z } from 'zod';

/** What was typed, exactly as typed: a refused form is shown again with nothing lost. */
export interface TypedAddress {
  readonly email: string;
  readonly name: string;
}

export interface AddressFaults {
  readonly email?: string;
  readonly name?: string;
}

export type AddressVerdict =
  | { readonly ok: true; readonly email: string; readonly name?: string }
  | { readonly ok: false; readonly faults: AddressFaults };

const emailSchema = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, 'Enter an e-mail address.')
  .max(254, 'An e-mail address has at most 254 characters.')
  .pipe(z.email('This is not a complete e-mail address. It should look like name@campus.test.'));

/** Whatever the form is given: what may be a name is for those to decide who are told it. */
const optionalNameSchema = z.string().trim().max(120);

const firstMessage = (error: z.ZodError | undefined): string | undefined =>
  error?.issues[0]?.message;

/** Any well-formed address may sign in; the name is optional. */
export const readAddress = (typed: TypedAddress): AddressVerdict => {
  const email = emailSchema.safeParse(typed.email);
  const name = optionalNameSchema.safeParse(typed.name);
  if (email.success && name.success) {
    return { ok: true, email: email.data, ...(name.data && { name: name.data }) };
  }
  const emailFault = firstMessage(email.error);
  return {
    ok: false,
    faults: {
      ...(emailFault && { email: emailFault }),
      ...(!name.success && { name: 'A name has at most 120 characters.' }),
    },
  };
};
