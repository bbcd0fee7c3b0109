/** 'asha.rao@campus.test' reads as 'Asha Rao'; a tag after '+' is no part of the name. */
export const nameFromEmail = (email: string): string => {
  const localPart = email.split('@')[0] ?? email;
  const words = (localPart.split('+')[0] ?? localPart).split(/[._\-\s]+/).filter(Boolean);
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
  return name || localPart;
};
