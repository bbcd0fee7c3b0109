const campusParts = ['lists', 'desks', 'opening', 'due'] as const;

/** The part of the campus's settings that an address names. */
export function campusPart(name: unknown): (typeof campusParts)[number] {
  return campusParts.find((part) => part === name) ?? 'lists';
}
