import { classNames } from '../../../ui/class-names.ts';

/** The time left until a result goes away, as a line that grows shorter. */
export const TimeLeft = ({ running, staysMs }: { running: boolean; staysMs: number }) => (
  <div aria-hidden className="mt-5 h-1 overflow-hidden rounded-full bg-sunken">
    <div
      className={classNames(
        'h-full origin-left rounded-full bg-available',
        running && 'scale-x-0 transition-transform ease-linear starting:scale-x-100',
      )}
      style={{ transitionDuration: `${staysMs}ms` }}
    />
  </div>
);
