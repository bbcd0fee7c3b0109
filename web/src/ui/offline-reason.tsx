import { useConnection } from '../lib/connection.ts';
import { offlineReasonId, waitText } from './online-only.ts';

/** Describes every control that waits for the connection; stands once, at the root of the page. */
export const OfflineReason = () =>
  useConnection() === 'offline' && (
    <p id={offlineReasonId} hidden>
      {waitText}
    </p>
  );
