import type { PanelProps } from './panel.ts';
import { NumberField } from './setting-fields.tsx';

/** Tab Session Management. */
export const SessionManagementPanel = ({
  values,
  faults,
  change,
}: PanelProps<'sessionSettings'>) => (
  <div className="divide-y divide-line">
    <NumberField
      field="sessionSettings.maxSessionDuration"
      label="Maximum Session Duration"
      unit="hours"
      text="Everyone signs in again after this long."
      value={values.maxSessionDuration}
      error={faults['sessionSettings.maxSessionDuration']}
      onChange={(maxSessionDuration) => change({ maxSessionDuration })}
    />
    <NumberField
      field="sessionSettings.maxConcurrentSessions"
      label="Maximum Concurrent Sessions"
      unit="sessions"
      text="Of one person. One more ends the oldest."
      value={values.maxConcurrentSessions}
      error={faults['sessionSettings.maxConcurrentSessions']}
      onChange={(maxConcurrentSessions) => change({ maxConcurrentSessions })}
    />
    <NumberField
      field="sessionSettings.sessionTimeout"
      label="Session Timeout"
      unit="minutes"
      text="Without activity a session ends after this long."
      value={values.sessionTimeout}
      error={faults['sessionSettings.sessionTimeout']}
      onChange={(sessionTimeout) => change({ sessionTimeout })}
    />
  </div>
);
