import { TextField } from '../../ui/text-field.tsx';

type PinFieldProps = {
  label: string;
  value: string;
  onChange: (pin: string) => void;
  error: string | null;
};

/** Six digits, hidden, which no browser offers to remember. */
export function PinField({ label, value, onChange, error }: PinFieldProps) {
  return (
    <TextField
      label={label}
      type="password"
      inputMode="numeric"
      autoComplete="one-time-code"
      required
      pattern="\d{6}"
      title="Six digits"
      maxLength={6}
      value={value}
      onChange={(event) => onChange(event.target.value.replaceAll(/\D/g, ''))}
      error={error}
      hint="Six digits"
    />
  );
}
