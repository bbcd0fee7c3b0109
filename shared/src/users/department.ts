/** The departments that people of a new campus register with. Those in force are in the campus. */
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

export type RegistrationDepartment = (typeof registrationDepartments)[number]['value'];

/** Departments that keys call by another name than people do: key department to registration. */
const registrationNames: Readonly<Record<string, string>> = { AIML: 'CSE-AIML' };

/** The department to register with for people of a key department, on a new campus. */
export function registrationDepartmentOf(department: string): string {
  return registrationNames[department] ?? department;
}
