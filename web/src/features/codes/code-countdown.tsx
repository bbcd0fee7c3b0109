import { classNames } from '../../ui/class-names.ts';
import { countdownText } from './countdown.ts';

/** From here on the countdown asks for attention. */
const hurry = 10_000;

/** How long the code is still good for. */
export const CodeCountdown = ({ timeLeft, validity }: { timeLeft: number; validity: number }) => {
  const late = timeLeft <= hurry;
  return (
    <div className="space-y-2.5">
      <div aria-hidden className="h-1.5 overflow-hidden rounded-full bg-sunken">
        <div
          className={classNames(
            'h-full origin-left rounded-full transition-transform duration-500 ease-linear',
            late ? 'bg-out' : 'bg-accent',
          )}
          style={{ transform: `scaleX(${Math.min(1, timeLeft / validity)})` }}
        />
      </div>
      <p
        role="timer"
        className={classNames('text-lg font-semibold tabular-nums', late && 'text-out')}
      >
        Expires in {countdownText(timeLeft)}
      </p>
    </div>
  );
};
