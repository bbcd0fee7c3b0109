export const overrideReasonText = 'Please give a reason of at least five letters';

/** Whether this is a reason with which the desk may override access rules (`override`). */
export function isOverrideReason(text: string): boolean {
  return (text.match(/\p{L}/gu)?.length ?? 0) >= 5;
}
