/** Whose activity is counted: a role and a department, or `all` of either. */
export type PeopleFilter = { role: string; department: string };
