/** The expiry text of spec §5, without its 'Invalid QR code: ' prefix. */
export const expiredText = (ageSeconds: number, maxSeconds: number): string =>
  `QR code is expired (${ageSeconds} seconds old, max ${maxSeconds} seconds)`;

/**
 * Why a code's own timestamp refuses it at `now`, or null. A missing timestamp is allowed (spec §5);
 * one that lies further ahead than the validity window is no timestamp of ours.
 */
export const timestampFault = (
  timestamp: Date | null,
  now: Date,
  validitySeconds: number,
): string | null => {
  if (!timestamp) return null;
  const ageSeconds = Math.floor((now.getTime() - timestamp.getTime()) / 1000);
  if (ageSeconds < -validitySeconds) return 'QR timestamp is invalid';
  return ageSeconds > validitySeconds ? expiredText(ageSeconds, validitySeconds) : null;
};
