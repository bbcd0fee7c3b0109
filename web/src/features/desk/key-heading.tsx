import { classNames } from '../../ui/class-names.ts';

type KeyHeadingProps = { keyNumber: string; keyName: string; location?: string | null };

/** Long numbers give up size rather than break. */
const sizeFor = (keyNumber: string): string => {
  if (keyNumber.length <= 7) return 'text-7xl/none';
  return keyNumber.length <= 11 ? 'text-5xl/none' : 'text-3xl';
};

/** A key's number to be read across the counter, its name and place below. */
export const KeyHeading = ({ keyNumber, keyName, location }: KeyHeadingProps) => (
  <div>
    <p
      className={classNames(
        'key-number wrap-anywhere [font-variant-numeric:normal]',
        sizeFor(keyNumber),
      )}
    >
      {keyNumber}
    </p>
    <p className="mt-2.5 text-lg font-medium">{keyName}</p>
    {location && <p className="text-muted">{location}</p>}
  </div>
);
