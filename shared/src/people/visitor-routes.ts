import { z } from 'zod';
import { chosenInstantSchema, idSchema, noteSchema } from '../core/fields.ts';
import { adminRoute, dataWith, deskRoute, messageEnvelope, route } from '../core/route-rows.ts';
import { says } from '../core/schema-texts.ts';
import { visitorAnswerNames } from '../core/visitor-answers.ts';
import { nullAsUndefined } from '../http/input.ts';
import { t as inputText } from '../texts/en/input.ts';
import { nameError, personNameSchema } from './person-name.ts';

const phoneForm = says('give-phone-number');

/** Normalizes a phone number, so that every format finds the same person. */
const visitorPhoneSchema = z
  .string(phoneForm)
  .max(40, phoneForm)
  .regex(/^[+\d\s()./-]*$/, phoneForm)
  .overwrite((text) =>
    text
      // '+91 (0) 44': the zero is dialled only without the code of the country.
      .replace(/(?<=^(?:\+|00).*)\(0\)/, '')
      .replace(/[^+\d]/g, '')
      .replace(/^00/, '+'),
  )
  .regex(/^\+?\d{6,15}$/, phoneForm);

/** Checked like a part of the name; the title of a firm, 'M/s', is removed. */
const organisationSchema = noteSchema('company', 60)
  .overwrite((text) => text.replace(/^M\/s\.?\s+/i, ''))
  .superRefine((text, context) => {
    const message = text && nameError(text);
    if (message)
      context.addIssue({
        code: 'custom',
        message: inputText('company-name', { problem: message }),
      });
  });

const visitorBody = z.strictObject({
  name: personNameSchema,
  phone: visitorPhoneSchema,
  organisation: nullAsUndefined(organisationSchema.optional()),
  sponsorId: idSchema,
  validUntil: chosenInstantSchema,
  /** Whether the visitor is the one with this phone number, despite another name or company. */
  samePerson: nullAsUndefined(z.boolean().optional()),
  /** The person shown to the desk (`details.person` of VISITOR_NUMBER_KNOWN). */
  knownId: nullAsUndefined(idSchema.optional()),
});
export type NewVisitor = z.infer<typeof visitorBody>;

export const visitorRoutes = {
  enterVisitor: deskRoute({
    method: 'POST',
    path: '/visitors',
    summary: 'Enter a visitor, or renew who has the phone number; asks the sponsor to confirm',
    body: visitorBody,
    response: dataWith({ person: z.object({ id: idSchema, name: z.string() }) }),
  }),
  answerVisitor: route({
    method: 'POST',
    path: '/visitors/:id/answer',
    summary: 'Say as the sponsor whether one answers for a visitor; `id` is that of the question',
    access: 'registered',
    ownership: 'caller',
    deskComputer: 'never',
    body: z.strictObject({ answer: z.enum(visitorAnswerNames, says('confirm-or-refuse')) }),
    response: dataWith({ answer: z.enum(visitorAnswerNames) }),
  }),
  allowVisitor: adminRoute({
    method: 'POST',
    path: '/visitors/:id/allow',
    needsRecentSignIn: true,
    summary: 'Let a visitor have keys again for whom a sponsor does not vouch',
    response: messageEnvelope,
  }),
};
