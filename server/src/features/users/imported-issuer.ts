/**
 * Stands as issuer, with the address as subject, for people known from an imported list who have
 * never signed in. Never the issuer of an identity: those are addresses.
 */
export const importedIssuer = 'imported';
