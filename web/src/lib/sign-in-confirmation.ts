import { observable } from './observable.ts';

type Question = { answer: Promise<boolean>; settle: (confirmed: boolean) => void };

/** The question that stands, whether it is still the same person; null while nobody is asked. */
const question = observable<Question | null>(null);

/** Tells the other windows of this browser that their person has confirmed who they are. */
export const confirmationChannel = 'sign-in-confirmed';

/**
 * Asks the person to confirm with the identity provider who they are; answers whether they did.
 * Calls that come in the meantime share the answer.
 */
export function askToConfirm(): Promise<boolean> {
  const standing = question.get() ?? pose();
  return standing.answer;
}

function pose(): Question {
  let settle: Question['settle'] = () => undefined;
  const answer = new Promise<boolean>((resolve) => {
    settle = (confirmed) => {
      question.set(null);
      resolve(confirmed);
    };
  });
  const posed = { answer, settle };
  question.set(posed);
  return posed;
}

/** How to answer the question that stands, as a hook; null while nobody is asked. */
export const useConfirmation = (): Question['settle'] | null => question.use()?.settle ?? null;
