import { weekdayName } from '@keydesk/shared/due/calendar';

type WeekdayBoxesProps = {
  value: readonly number[];
  error: string | undefined;
  onChange: (weekdays: number[]) => void;
};

const weekdays = [1, 2, 3, 4, 5, 6, 7];

/** The days of the week on which a rule holds. */
export function WeekdayBoxes({ value, error, onChange }: WeekdayBoxesProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">On</legend>
      <div className="flex flex-wrap gap-x-1">
        {weekdays.map((day) => (
          <label
            key={day}
            className="flex min-h-11 min-w-18 cursor-pointer items-center gap-2 rounded-control px-2 hover:bg-sunken"
          >
            <input
              type="checkbox"
              aria-label={weekdayName(day)}
              checked={value.includes(day)}
              onChange={({ target }) =>
                onChange(
                  weekdays.filter((each) => (each === day ? target.checked : value.includes(each))),
                )
              }
              className="size-4.5 cursor-pointer accent-accent"
            />
            {weekdayName(day).slice(0, 3)}
          </label>
        ))}
      </div>
      {error && (
        <p role="alert" className="mt-1.5 text-sm text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}
