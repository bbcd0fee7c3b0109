import { Info } from 'lucide-react';
import { Notice } from '../../ui/notice.tsx';
import type { PanelProps } from './panel.ts';
import { NumberField, ToggleField } from './setting-fields.tsx';

/** Tab Password Policy. */
export const PasswordPolicyPanel = ({ values, faults, change }: PanelProps<'passwordPolicy'>) => (
  <>
    <Notice tone="info" icon={<Info aria-hidden />} className="mt-3 mb-2">
      People sign in with Google. Their passwords follow Google's own policy; this one is kept for
      accounts with a password of their own.
    </Notice>
    <div className="divide-y divide-line">
      <NumberField
        field="passwordPolicy.minLength"
        label="Minimum Length"
        unit="characters"
        text="Shorter passwords are refused."
        value={values.minLength}
        error={faults['passwordPolicy.minLength']}
        onChange={(minLength) => change({ minLength })}
      />
      <NumberField
        field="passwordPolicy.maxAge"
        label="Maximum Age"
        unit="days"
        text="After this long a new password is asked for."
        value={values.maxAge}
        error={faults['passwordPolicy.maxAge']}
        onChange={(maxAge) => change({ maxAge })}
      />
      <ToggleField
        label="Require Uppercase Letters"
        value={values.requireUppercase}
        onChange={(requireUppercase) => change({ requireUppercase })}
      />
      <ToggleField
        label="Require Lowercase Letters"
        value={values.requireLowercase}
        onChange={(requireLowercase) => change({ requireLowercase })}
      />
      <ToggleField
        label="Require Numbers"
        value={values.requireNumbers}
        onChange={(requireNumbers) => change({ requireNumbers })}
      />
      <ToggleField
        label="Require Special Characters"
        value={values.requireSpecialChars}
        onChange={(requireSpecialChars) => change({ requireSpecialChars })}
      />
    </div>
  </>
);
