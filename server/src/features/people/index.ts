/** What other features may use of people as the desk finds them. */
export { createCardHash, type HashCard, lockPersonByCard } from './cards.ts';
export { searchPeople, searchPeopleByName } from './search.ts';
