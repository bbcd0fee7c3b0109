import { classNames } from '../../../ui/class-names.ts';
import { resultStaysMs } from './use-auto-close.ts';

/** The time left until a result goes away, as a line that grows shorter. */
export const TimeLeft = ({ running }: { running: boolean }) => (
  <div aria-hidden className="mt-5 h-1 overflow-hidden rounded-full bg-sunken">
    <div
      className={classNames(
        'h-full origin-left rounded-full bg-available',
        running && 'scale-x-0 transition-transform ease-linear starting:scale-x-100',
      )}
      style={{ transitionDuration: `${resultStaysMs}ms` }}
    />
  </div>
);
