/**
 * Who may do what, stated once for routes, pages, live connections and rules. An admin may do
 * everything and is named only where nobody else may.
 */
export const permissions = {
  /** See the keys and who has them. */
  seeKeys: ['faculty', 'security'],
  /** Have keys in their own name, and show codes for them. */
  borrowKeys: ['faculty', 'security'],
  /** Bring back keys that other people have. */
  returnForOthers: ['faculty', 'security'],
  /** Hand out and take back keys at the desk. */
  performHandovers: ['security'],
  /** Say which keys are frequently used. */
  markFrequentKeys: ['security'],
  /** Open the pages that replace the desk's for faculty. */
  openFacultyPages: ['faculty'],
  openOperatorDashboard: ['operator'],
  openResponderPage: ['responder'],
  /** Manage people, keys and settings; read reports and the audit log. */
  administer: ['admin'],
} as const;

export type Permission = keyof typeof permissions;
