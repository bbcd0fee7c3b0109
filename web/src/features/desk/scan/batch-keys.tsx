/** The keys of a batch, by number. */
export const BatchKeys = ({ keyNumbers }: { keyNumbers: readonly string[] }) => (
  <>
    <p className="text-5xl font-semibold tabular-nums">
      {keyNumbers.length} {keyNumbers.length === 1 ? 'key' : 'keys'}
    </p>
    <ul className="mt-4 flex flex-wrap gap-2">
      {keyNumbers.map((keyNumber) => (
        <li
          key={keyNumber}
          className="key-number rounded-control border border-line bg-surface px-3 py-1.5 text-xl"
        >
          {keyNumber}
        </li>
      ))}
    </ul>
  </>
);
