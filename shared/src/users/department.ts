import { z } from 'zod';

/** Departments a faculty member may register with, in the order they are offered. */
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

/** Departments that keys call by another name than people do: key department to registration. */
const registrationNames: Readonly<Record<string, string>> = { AIML: 'CSE-AIML' };

/** The department to register with for people of a key department. */
export function registrationDepartmentOf(department: string): string {
  return registrationNames[department] ?? department;
}
