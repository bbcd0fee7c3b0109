import { type KeyDepartment, keyDepartments } from '@keydesk/shared/keys/key';

/** What each department's short name stands for. */
export const departmentNames: Readonly<Record<KeyDepartment, string>> = {
  CSE: 'Computer Science',
  EEE: 'Electrical & Electronics',
  AIML: 'AI & Machine Learning',
  IoT: 'Internet of Things',
  ECE: 'Electronics & Communication',
  MECH: 'Mechanical',
  CIVIL: 'Civil',
  IT: 'Information Technology',
  ADMIN: 'Administration',
  RESEARCH: 'Research',
  COMMON: 'Shared rooms',
};

/** The department that an address names, if it is one. */
export const departmentNamed = (name: unknown): KeyDepartment | undefined =>
  keyDepartments.find((department) => department === name);
