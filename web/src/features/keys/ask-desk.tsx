import type { Desk } from '@keydesk/shared/campus/campus';
import { useCampus } from '../../lib/campus.ts';

/** Says whom to ask for what only the desk can do; `children` begin the sentence. */
export function AskDesk({ children }: { children: string }) {
  const desks = useCampus()?.desks.filter(({ retired }) => !retired) ?? [];
  return (
    <p className="text-sm text-pretty wrap-anywhere text-muted">
      {children}{' '}
      {desks.length === 0
        ? 'the desk'
        : desks.map((desk, at) => (
            <span key={desk.id}>
              {at > 0 && ', or '}
              <NameAndPhone desk={desk} />
            </span>
          ))}
      .
    </p>
  );
}

function NameAndPhone({ desk: { name, phone } }: { desk: Desk }) {
  if (!phone) return name;
  return (
    <>
      {name}, phone{' '}
      <a
        href={`tel:${phone.replace(/[^\d+*#]/g, '')}`}
        className="font-medium whitespace-nowrap text-accent underline underline-offset-2"
      >
        {phone}
      </a>
    </>
  );
}
