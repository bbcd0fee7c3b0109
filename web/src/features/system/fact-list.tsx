type FactListProps = { facts: readonly (readonly [label: string, value: string])[] };

/** Facts of the installation, each with its name. */
export function FactList({ facts }: FactListProps) {
  return (
    <dl className="mt-2 divide-y divide-line">
      {facts.map(([label, value]) => (
        <div key={label} className="grid gap-x-6 gap-y-0.5 py-2.5 sm:grid-cols-[10rem_1fr]">
          <dt className="text-sm leading-6 wrap-anywhere text-muted">{label}</dt>
          <dd className="min-w-0 font-medium wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
