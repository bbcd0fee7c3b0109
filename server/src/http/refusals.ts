import { api, type RouteName } from '@keydesk/shared/api';
import type { ErrorCode } from '@keydesk/shared/core/errors';
import type { Route } from '@keydesk/shared/http/route';

/** The refusals that a route can give, as its row says and as it decides itself. */
export function refusalsOf(name: RouteName): readonly ErrorCode[] {
  return [...new Set([...refusalsOfRow(api[name]), ...(decided[name] ?? [])])];
}

function refusalsOfRow(row: Route): ErrorCode[] {
  const { access, body, deskComputer, method, needsRecentSignIn } = row;
  const isPublic = access === 'public';
  return [
    'BAD_INPUT',
    ...when(method !== 'GET', 'MALFORMED_JSON', 'JSON_REQUIRED', 'BODY_TOO_LARGE', 'CROSS_SITE'),
    ...when(method !== 'GET', 'OUTCOME_UNKNOWN'),
    ...when(!isPublic, 'NOT_SIGNED_IN', 'TOO_MANY_REQUESTS'),
    ...when(!isPublic && access !== 'signed-in', 'NOT_REGISTERED'),
    ...when(Array.isArray(access), 'NOT_ALLOWED'),
    ...when(!isPublic && deskComputer === undefined, 'NOBODY_ON_DUTY', 'DUTY_LOCKED'),
    ...when(deskComputer === 'never', 'OWN_DEVICE_ONLY'),
    ...when(needsRecentSignIn !== undefined, 'SIGN_IN_NOT_RECENT'),
    ...when(body !== undefined && 'shape' in body && 'version' in Object(body.shape), 'STALE'),
    'THIS_MACHINE_ONLY',
    'DATABASE_UNAVAILABLE',
    'STOPPING',
    'INTERNAL',
  ];
}

function when(holds: boolean, ...codes: ErrorCode[]): ErrorCode[] {
  return holds ? codes : [];
}

const ofCodes = [
  'QR_EXPIRED',
  'QR_FORGED',
  'QR_INVALID',
  'QR_NOT_ISSUED',
  'QR_USED',
  'QR_VOIDED',
] as const;
const ofTags = ['TAG_DIFFERS', 'TAG_OF_ANOTHER_KEY', 'TAG_OF_RETIRED_KEY', 'TAG_TOO_OLD'] as const;
const ofHandOuts = [
  ...ofTags,
  'ACCESS_REFUSED',
  'APPROVAL_NEEDED',
  'HOLDER_CANNOT_BORROW',
  'KEY_ELSEWHERE',
  'KEY_NOT_AVAILABLE',
  'KEY_NOT_FOUND',
  'KEY_REPORTED',
  'NO_OVERRIDE',
  'OWN_OVERRIDE',
  'SPONSOR_UNANSWERED',
  'TAG_NEEDED',
] as const;
const ofReturns = [
  ...ofTags,
  'KEY_NOT_FOUND',
  'KEY_NOT_TAKEN',
  'KEY_REPORTED',
  'LOAN_CHANGED',
  'NOT_YOUR_KEY',
] as const;
const ofQueues = ['BUSY_WITH_FILES', 'TOO_MANY_FILES'] as const;

// biome-ignore format: each route as one list, in as few lines as it takes
const decided: Partial<Record<RouteName, readonly ErrorCode[]>> = {
  getAbout: ['ABOUT_NOT_FOUND'],
  listHandovers: ['NOBODY_ON_DUTY'],
  exportHandovers: [...ofQueues],
  remindHolder: [
    'KEY_NOT_TAKEN', 'KEY_REPORTED', 'LOAN_DISPUTED', 'LOAN_NOT_FOUND', 'REMINDED_RECENTLY',
  ],
  reportFound: ['KEY_NOT_FOUND'],
  settleFound: ['FOUND_REPORT_NOT_FOUND', 'KEY_NOT_FOUND'],
  issueCode: [
    'ACCESS_REFUSED', 'APPROVAL_NEEDED', 'HOLDER_CANNOT_BORROW', 'KEEP_AT_MOST', 'KEYS_NOT_FOUND',
    'KEYS_NOT_TAKEN', 'KEY_NOT_AVAILABLE', 'KEY_NOT_FOUND', 'KEY_NOT_TAKEN', 'KEY_REPORTED',
    'LOAN_CHANGED', 'MUST_BE_BACK', 'NOT_ALLOWED', 'NOT_YOUR_KEY', 'NO_OVERRIDE', 'OWN_OVERRIDE',
    'SESSION_ENDED', 'UNTIL_TOO_EARLY', 'UNTIL_TOO_LATE',
  ],
  resolveCode: [...ofCodes],
  scanRequest: [...ofCodes, ...ofHandOuts, 'QR_WRONG_TYPE'],
  scanReturn: [...ofCodes, ...ofReturns, 'QR_WRONG_TYPE', 'USER_NOT_FOUND'],
  batchReturn: [...ofCodes, 'KEYS_NOT_FOUND', 'KEYS_NOT_TAKEN', 'QR_WRONG_TYPE', 'USER_NOT_FOUND'],
  takeKey: [...ofHandOuts, 'USE_THE_DESK'],
  returnKey: [...ofReturns, 'USE_THE_DESK'],
  collectKey: [...ofReturns, 'USE_THE_DESK'],
  reportKey: [
    'INCIDENT_NOT_FOUND', 'KEY_NOT_FOUND', 'KEY_REPORTED', 'LOST_IS_OUT', 'MISSING_IS_IN',
    'NOT_YOUR_KEY', 'REPORT_NEEDS_NOTE',
  ],
  resolveIncident: [
    'INCIDENT_NOT_FOUND', 'INCIDENT_RESOLVED', 'NOT_ALLOWED', 'RESOLUTION_NOT_POSSIBLE',
  ],
  beginCount: ['COUNT_EMPTY', 'COUNT_NOT_FOUND', 'NO_SUCH_DESK'],
  scanForCount: ['COUNT_CLOSED', 'COUNT_FULL', 'COUNT_NOT_FOUND', 'KEY_NOT_FOUND'],
  removeScan: ['COUNT_CLOSED', 'COUNT_NOT_FOUND', 'COUNT_SCAN_NOT_FOUND'],
  abandonCount: ['COUNT_CLOSED', 'COUNT_NOT_FOUND'],
  closeCount: ['COUNT_CLOSED', 'COUNT_NOTHING_SEEN', 'COUNT_NOT_FOUND'],
  countResult: ['COUNT_NOT_FOUND'],
  sendHome: ['COUNT_NOT_FOUND', 'KEY_NOT_AVAILABLE', 'KEY_NOT_AWAY', 'KEY_NOT_FOUND'],
  reportUnseen: ['COUNT_NOT_FOUND'],
  sayHere: ['KEY_NOT_FOUND'],
  undoHandover: [
    'CAME_BACK_SINCE', 'CANCELLED_SINCE', 'GIVEN_UP_SINCE', 'HANDED_SINCE', 'HOLDER_REMOVED',
    'KEY_NOT_FOUND', 'LOAN_NOT_FOUND', 'PAPER_LINE_WHOLE', 'UNDONE_OFTEN', 'UNDO_DISPUTED',
    'UNDO_ELSEWHERE', 'UNDO_SETTLED', 'UNDO_TOO_LATE', 'UNDO_TOO_OFTEN',
  ],
  lendKey: [
    ...ofHandOuts, 'CANNOT_TAKE_KEYS', 'LENDING_BY_NAME_OFF', 'LENDING_OFF', 'LENT_OFTEN',
    'PERSON_NOT_FOUND',
  ],
  enterPaper: [
    'ACCESS_REFUSED', 'APPROVAL_NEEDED', 'CANNOT_TAKE_KEYS', 'FUTURE_MOMENT', 'KEY_NOT_FOUND',
    'KEY_REPORTED', 'NO_OVERRIDE', 'OWN_OVERRIDE', 'PAPER_BACK_FIRST', 'PAPER_OVERLAPS_LINE',
    'PAPER_OVERLAPS_LOAN', 'PAPER_TOO_OLD', 'PAPER_WAITS', 'PERSON_NOT_FOUND',
  ],
  openPaperPeriod: ['FUTURE_MOMENT', 'PAPER_TOO_OLD', 'PERIOD_ENDS_FIRST'],
  decidePaper: [
    'ACCESS_REFUSED', 'APPROVAL_NEEDED', 'CANNOT_TAKE_KEYS', 'FUTURE_MOMENT', 'KEY_NOT_FOUND',
    'KEY_REPORTED', 'NO_OVERRIDE', 'OWN_OVERRIDE', 'PAPER_BACK_FIRST', 'PAPER_DECIDED',
    'PAPER_NOT_FOUND', 'PAPER_OVERLAPS_LINE', 'PAPER_OVERLAPS_LOAN', 'PAPER_TOO_OLD',
    'PERSON_NOT_FOUND',
  ],
  disputeLoan: [
    'CANCELLED_SINCE', 'DISPUTE_SETTLED', 'DISPUTE_TOO_LATE', 'LOAN_NOT_FOUND', 'NOT_LENT_BY_NAME',
    'VISITOR_NOT_FOUND',
  ],
  settleDispute: [
    'ANSWER_DOES_NOT_FIT', 'DISPUTE_NOT_FOUND', 'DISPUTE_SETTLED', 'HOLDER_CANNOT_BORROW',
    'KEY_NOT_AVAILABLE', 'KEY_NOT_FOUND', 'KEY_REPORTED', 'LOAN_NOT_FOUND', 'NO_SPONSOR_REFUSES',
    'PERSON_NOT_FOUND', 'SAME_HOLDER',
  ],
  waitForKey: ['KEY_NOT_FOUND', 'KEY_NOT_OUT', 'OWN_WAIT'],
  stopWaiting: ['KEY_NOT_FOUND'],
  myData: [...ofQueues],
  userDetails: ['USER_NOT_FOUND'],
  userOverview: ['USER_NOT_FOUND'],
  userLoans: ['USER_NOT_FOUND'],
  exportUserLoans: ['USER_NOT_FOUND'],
  updateUser: [
    'DEPARTMENT_REQUIRED', 'EMAIL_TAKEN', 'FACULTY_FIELD_KEPT', 'FACULTY_ID_TAKEN', 'LAST_ADMIN',
    'NAME_RESERVED', 'ROLE_NOT_ASSIGNABLE', 'USER_NOT_FOUND', 'VISITOR_NOT_EDITED',
  ],
  updateUsers: [
    'DEPARTMENT_REQUIRED', 'LAST_ADMIN', 'NOT_PENDING', 'OWN_SUSPENSION', 'USERS_NOT_FOUND',
    'USER_NOT_FOUND', 'USER_REMOVED', 'VISITOR_NOT_EDITED',
  ],
  deleteUser: ['LAST_ADMIN', 'OWN_ACCOUNT', 'USER_HAS_KEYS', 'USER_NOT_FOUND'],
  eraseUser: ['ADDRESS_GIVES_ROLE', 'USER_HAS_KEYS', 'USER_NOT_FOUND', 'USER_NOT_REMOVED'],
  setUserState: ['LAST_ADMIN', 'OWN_SUSPENSION', 'USER_NOT_FOUND', 'USER_REMOVED'],
  signOutEverywhere: ['USER_NOT_FOUND'],
  toggleFrequentKey: ['KEY_NOT_FOUND'],
  createKey: [
    'ENTRY_RETIRED', 'KEY_NOT_FOUND', 'KEY_NUMBER_TAKEN', 'NOTHING_TO_CHOOSE', 'PERSON_NOT_FOUND',
    'UNKNOWN_ENTRY',
  ],
  updateKey: [
    'ENTRY_RETIRED', 'KEY_NOT_FOUND', 'KEY_NUMBER_TAKEN', 'PERSON_NOT_FOUND', 'UNKNOWN_ENTRY',
  ],
  updateKeys: ['ENTRY_RETIRED', 'KEYS_NOT_FOUND', 'UNKNOWN_ENTRY'],
  deleteKey: [
    'KEY_HAS_ACCESS_HISTORY', 'KEY_IS_OUT', 'KEY_NOT_FOUND', 'KEY_WAS_LENT', 'KEY_WAS_SOUGHT',
  ],
  importKeys: [
    ...ofQueues, 'ENTRY_EXISTS', 'ENTRY_RETIRED', 'IMPORT_OVERTAKEN', 'UNKNOWN_ENTRY',
    'USER_NOT_FOUND',
  ],
  importUsers: [
    ...ofQueues, 'ENTRY_EXISTS', 'IMPORT_OVERTAKEN', 'TOO_MANY_MISSING', 'USER_NOT_FOUND',
  ],
  importGrants: [...ofQueues],
  importCards: [...ofQueues, 'CARD_TAKEN', 'TOO_MANY_CARDS'],
  keyVerdict: ['HOLDER_CANNOT_BORROW', 'KEY_NOT_FOUND', 'NOT_ALLOWED', 'PERSON_NOT_FOUND'],
  requestAccess: [
    'ACCESS_ENDS_BEFORE_NOW', 'ASKED_TOO_OFTEN', 'KEY_NOT_FOUND', 'REQUEST_HOPELESS',
    'REQUEST_NOT_NEEDED', 'REQUEST_OPEN', 'TOO_MANY_OPEN_REQUESTS', 'UNTIL_TOO_LATE',
  ],
  decideAccessRequest: [
    'ACCESS_ENDS_BEFORE_NOW', 'HOLDER_CANNOT_BORROW', 'KEY_NOT_FOUND', 'NOT_YOURS_TO_DECIDE',
    'OWN_REQUEST', 'REQUEST_DECIDED', 'REQUEST_HOPELESS', 'REQUEST_NOT_FOUND', 'REQUEST_OVER',
  ],
  peopleToGrant: ['NOT_YOURS_TO_GIVE'],
  addGrant: [
    'ACCESS_ENDS_BEFORE_NOW', 'HOLDER_CANNOT_BORROW', 'KEY_NOT_FOUND', 'NOT_YOURS_TO_GIVE',
    'OWN_GRANT', 'PERSON_NOT_FOUND',
  ],
  endGrant: ['GRANT_NOT_FOUND', 'NOT_YOURS_TO_GIVE'],
  answerVisitor: ['ANSWERED_OFTEN', 'VISITOR_NOT_FOUND'],
  allowVisitor: ['VISITOR_NOT_REFUSED'],
  addAccessRule: [
    'GROUP_NOT_FOUND', 'KEY_NOT_FOUND', 'PERSON_NOT_FOUND', 'TOO_MANY_ACCESS_RULES',
    'UNKNOWN_ENTRY',
  ],
  endAccessRule: ['ACCESS_RULE_NOT_FOUND'],
  simulateAccessRule: [
    ...ofQueues, 'GROUP_NOT_FOUND', 'KEY_NOT_FOUND', 'PERSON_NOT_FOUND', 'UNKNOWN_ENTRY',
  ],
  listGroupMembers: ['GROUP_NOT_FOUND'],
  addGroup: ['GROUP_EXISTS', 'GROUP_NOT_FOUND', 'TOO_MANY_GROUPS'],
  renameGroup: ['GROUP_EXISTS', 'GROUP_NOT_FOUND'],
  putMember: [
    'ACCESS_ENDS_BEFORE_NOW', 'GROUP_NOT_FOUND', 'HOLDER_CANNOT_BORROW', 'PERSON_NOT_FOUND',
  ],
  endMember: ['GROUP_NOT_FOUND', 'MEMBER_NOT_FOUND'],
  createEnrolment: ['NO_SUCH_DESK'],
  enrolComputer: ['COMPUTER_NOT_FOUND', 'ENROLMENT_CODE_INVALID'],
  revokeComputer: ['COMPUTER_NOT_FOUND'],
  beginDuty: [
    'DUTY_CODE_INVALID', 'DUTY_CODE_OVER', 'DUTY_CODE_USED', 'NOT_ALLOWED', 'NOT_A_DESK_COMPUTER',
    'PIN_ENTRY_CLOSED', 'PIN_LOCKED', 'PIN_NO_LONGER_TAKEN', 'USER_NOT_FOUND', 'WRONG_PIN',
  ],
  endDuty: ['NOT_A_DESK_COMPUTER'],
  lockDuty: ['NOT_A_DESK_COMPUTER'],
  putShiftNote: ['NOT_A_DESK_COMPUTER'],
  readShiftNotes: ['NOT_A_DESK_COMPUTER'],
  setDutyPin: ['NOT_ALLOWED', 'PIN_OF_FACULTY_ID', 'PIN_TOO_EASY'],
  disputeDuty: ['DUTY_NOT_FOUND'],
  addDesk: ['ENTRY_EXISTS', 'ENTRY_NOT_FOUND', 'TOO_MANY_DESKS'],
  changeDesk: ['ENTRY_EXISTS', 'ENTRY_NOT_FOUND'],
  addDepartment: ['ENTRY_EXISTS', 'USER_NOT_FOUND'],
  addBlock: ['ENTRY_EXISTS'],
  addCategory: ['ENTRY_EXISTS'],
  changeDepartment: ['ENTRY_NOT_FOUND', 'USER_NOT_FOUND'],
  changeBlock: ['ENTRY_NOT_FOUND'],
  changeCategory: ['ENTRY_NOT_FOUND'],
  changeEntries: ['ENTRY_NOT_FOUND', 'USER_NOT_FOUND'],
  deleteEntry: ['ENTRY_NOT_FOUND', 'ENTRY_USED'],
  beginGoogleSignIn: ['SIGN_IN_LOCKED'],
  finishGoogleSignIn: ['SIGN_IN_LOCKED'],
  completeRegistration: [
    'ALREADY_REGISTERED', 'DEPARTMENT_REQUIRED', 'FACULTY_ID_TAKEN', 'FIELDS_REQUIRED',
    'STATED_BY_COLLEGE', 'USER_NOT_FOUND',
  ],
  updateProfile: ['NAME_OF_ANOTHER', 'NAME_RESERVED', 'RENAMED_TOO_OFTEN', 'USER_NOT_FOUND'],
  getUser: ['NOT_ALLOWED', 'USER_NOT_FOUND'],
  endOwnSession: ['SESSION_NOT_FOUND'],
  keyUsageAnalytics: ['UNKNOWN_ENTRY'],
  activeUsersAnalytics: ['UNKNOWN_ENTRY'],
  peakUsageAnalytics: ['UNKNOWN_ENTRY'],
  reportsPdf: [...ofQueues, 'UNKNOWN_ENTRY'],
  nightList: ['NO_SUCH_DESK'],
  outageSheet: [...ofQueues, 'NO_SUCH_DESK'],
  whoHasWhatPdf: [...ofQueues, 'FUTURE_MOMENT'],
  whoHasWhatCsv: ['FUTURE_MOMENT'],
  keyTags: [...ofQueues, 'KEY_NOT_FOUND'],
  listKeys: ['UNKNOWN_ENTRY'],
  removedKey: ['KEY_NOT_FOUND'],
  getKey: ['KEY_NOT_FOUND', 'KEY_RETIRED'],
  keyHistory: ['KEY_NOT_FOUND'],
  exportKeyHistory: ['KEY_NOT_FOUND'],
  keyAt: ['FUTURE_MOMENT', 'KEY_NOT_FOUND'],
  backHome: ['KEY_HOME_ELSEWHERE', 'KEY_NOT_AWAY', 'KEY_NOT_FOUND', 'KEY_REPORTED'],
  putOpening: ['CALENDAR_CHANGED', 'UNKNOWN_TIMEZONE'],
  putDays: ['CALENDAR_CHANGED', 'CLOSES_AFTER_NEXT_OPENING', 'CLOSES_BEFORE_OPENING'],
  addDueRule: ['KEY_NOT_FOUND', 'PERSON_NOT_FOUND', 'TOO_MANY_DUE_RULES', 'UNKNOWN_ENTRY'],
  endDueRule: ['DUE_RULE_NOT_FOUND'],
  tryDueRules: ['KEY_NOT_FOUND', 'PERSON_NOT_FOUND'],
  loanExtensions: ['KEY_NOT_TAKEN', 'LOAN_NOT_FOUND'],
  extendLoan: [
    'DUE_PASSED', 'EXTENDED_ALREADY', 'EXTEND_LATER', 'EXTENSION_REASON_REQUIRED', 'KEEP_AT_MOST',
    'KEY_NOT_TAKEN', 'KEY_RECALLED', 'LOAN_NOT_FOUND', 'MUST_BE_BACK', 'NO_DUE_TIME',
    'OWN_EXTENSION', 'UNTIL_REQUIRED', 'UNTIL_TOO_EARLY', 'UNTIL_TOO_LATE',
  ],
  moveClosing: [
    'CLOSED_TODAY', 'CLOSES_AFTER_NEXT_OPENING', 'CLOSES_BEFORE_OPENING', 'CLOSES_THEN',
    'CLOSING_PASSED',
  ],
  findPersonByCard: ['CARD_OF_NO_BORROWER', 'PERSON_NOT_FOUND'],
  addPersonCard: ['CARD_TAKEN', 'PERSON_NOT_FOUND', 'TOO_MANY_CARDS', 'TOO_MANY_CARDS_ADDED'],
  endPersonCards: ['PERSON_NOT_FOUND'],
  enterVisitor: [
    'CANNOT_TAKE_KEYS', 'NAME_RESERVED', 'NO_SPONSOR', 'SPONSOR_ASKED_OFTEN', 'SPONSOR_HAS_MANY',
    'TOO_MANY_VISITORS', 'VISITOR_HAS_KEYS', 'VISITOR_KEEPS_NAME', 'VISITOR_NUMBER_KNOWN',
    'VISIT_ENDS_BEFORE_NOW', 'VISIT_TOO_LONG',
  ],
  markNotificationRead: ['NOTIFICATION_NOT_FOUND'],
  markNotificationUnread: ['NOTIFICATION_NOT_FOUND'],
  markAllNotificationsRead: ['NOTIFICATION_NOT_FOUND'],
  sendTestMail: ['MAIL_OFF', 'MAIL_REFUSED'],
};
