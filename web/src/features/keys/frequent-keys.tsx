import { isHeldBy } from '@keydesk/shared/keys/key';
import { useQuery } from '@tanstack/react-query';
import { useUser } from '../../lib/session.ts';
import { KeyRow, type RenderKeyAction, rowListClassName } from './key-row.tsx';
import { frequentQuery } from './queries.ts';

const maxShown = 5;

/** The keys that the signed-in person takes most often and does not have now. */
export function FrequentKeys({ renderAction }: { renderAction: RenderKeyAction }) {
  const readerId = useUser()?.id;
  const keys = useQuery(frequentQuery)
    .data?.keys.filter((key) => !isHeldBy(key, readerId))
    .slice(0, maxShown);
  if (!keys || keys.length === 0) return null;
  return (
    <section aria-labelledby="frequent-keys" className="mt-7">
      <h2 id="frequent-keys" className="mb-3 text-lg font-semibold">
        Frequently Used Keys
      </h2>
      <ul className={rowListClassName}>
        {keys.map((key) => (
          <li key={key._id}>
            <KeyRow item={key} renderAction={renderAction} />
          </li>
        ))}
      </ul>
    </section>
  );
}
