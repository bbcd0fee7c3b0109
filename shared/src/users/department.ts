import { z } from 'zod';

/** Departments a faculty member may register with (spec §3), in the order they are offered. */
export const registrationDepartments = [
  { value: 'CSE', label: 'Computer Science Engineering' },
  { value: 'EEE', label: 'Electrical & Electronics Engineering' },
  { value: 'CSE-AIML', label: 'CSE - Artificial Intelligence & Machine Learning' },
  { value: 'IoT', label: 'Internet of Things' },
  { value: 'ECE', label: 'Electronics & Communication Engineering' },
  { value: 'MECH', label: 'Mechanical Engineering' },
  { value: 'CIVIL', label: 'Civil Engineering' },
  { value: 'IT', label: 'Information Technology' },
] as const;

export const registrationDepartmentSchema = z.enum(
  registrationDepartments.map((department) => department.value),
);
export type RegistrationDepartment = z.infer<typeof registrationDepartmentSchema>;

/** Keys' name of a department, and the one that people register with where it differs (spec §3). */
const registrationNames: Readonly<Record<string, string>> = { AIML: 'CSE-AIML' };

/** The department that people of a key department register with. */
export function registrationDepartmentOf(department: string): string {
  return registrationNames[department] ?? department;
}
