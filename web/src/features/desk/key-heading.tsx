import { KeyNumber } from '../../ui/key-number.tsx';

type KeyHeadingProps = { keyNumber: string; keyName?: string; location?: string | null };

/** A key's number, large enough to read across the counter, above its name and location. */
export function KeyHeading({ keyNumber, keyName, location }: KeyHeadingProps) {
  return (
    <div>
      <p className={sizeFor(keyNumber)}>
        <KeyNumber number={keyNumber} className="[font-variant-numeric:normal]" />
      </p>
      {keyName && <p className="mt-2.5 text-2xl/tight font-medium wrap-anywhere">{keyName}</p>}
      {location && <p className="mt-0.5 text-lg text-muted wrap-anywhere">{location}</p>}
    </div>
  );
}

/** Long numbers get a smaller font instead of wrapping. */
function sizeFor(keyNumber: string): string {
  if (keyNumber.length <= 7) return 'text-7xl/none';
  return keyNumber.length <= 11 ? 'text-5xl/none' : 'text-4xl';
}
