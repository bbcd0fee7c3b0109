/** Keys' name of a department, and the one that people register with where it differs (spec §3). */
const registeredAs: Readonly<Record<string, string>> = { AIML: 'CSE-AIML' };

/** The department that people of a key department register with. */
export const peopleDepartment = (department: string): string =>
  registeredAs[department] ?? department;
