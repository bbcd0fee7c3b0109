import type { PanelProps } from './panel.ts';
import { NumberField } from './setting-fields.tsx';

/** Tab Rate Limiting. */
export const RateLimitingPanel = ({ values, faults, change }: PanelProps<'rateLimiting'>) => (
  <div className="divide-y divide-line">
    <NumberField
      field="rateLimiting.loginAttempts"
      label="Login Attempts"
      unit="attempts"
      text="Failed sign-ins from one network address before it is locked out."
      value={values.loginAttempts}
      error={faults['rateLimiting.loginAttempts']}
      onChange={(loginAttempts) => change({ loginAttempts })}
    />
    <NumberField
      field="rateLimiting.lockoutDuration"
      label="Lockout Duration"
      unit="minutes"
      text="How long a locked-out address has to wait."
      value={values.lockoutDuration}
      error={faults['rateLimiting.lockoutDuration']}
      onChange={(lockoutDuration) => change({ lockoutDuration })}
    />
    <NumberField
      field="rateLimiting.apiRequestsPerMinute"
      label="API Requests per Minute"
      unit="requests"
      text="Of one person, over all their devices."
      value={values.apiRequestsPerMinute}
      error={faults['rateLimiting.apiRequestsPerMinute']}
      onChange={(apiRequestsPerMinute) => change({ apiRequestsPerMinute })}
    />
  </div>
);
