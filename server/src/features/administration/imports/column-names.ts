import { normalizeHeading } from '../../../core/files/csv.ts';

/** What registrars call our columns, in English and German, besides our own headings. */
const usualNames: Readonly<Record<string, readonly string[]>> = {
  keyNumber: [
    'Key',
    'Key No',
    'Number',
    'No',
    'Schlüsselnummer',
    'Schlüssel-Nr',
    'Schlüssel',
    'Nr',
  ],
  keyName: [
    'Name',
    'Room',
    'Room Name',
    'Title',
    'Bezeichnung',
    'Raum',
    'Raumname',
    'Schlüsselname',
  ],
  location: ['Place', 'Floor', 'Ort', 'Standort', 'Lage', 'Etage'],
  description: ['Note', 'Notes', 'Remark', 'Remarks', 'Comment', 'Beschreibung', 'Bemerkung'],
  category: ['Type', 'Kind', 'Room Type', 'Kategorie', 'Art', 'Raumart', 'Typ'],
  department: ['Dept', 'School', 'Fachbereich', 'Abteilung', 'Fakultät', 'Institut'],
  block: ['Building', 'Bldg', 'Gebäude', 'Haus', 'Trakt'],
  frequentlyUsed: ['Frequent', 'Häufig', 'Häufig benutzt', 'Häufig genutzt'],
  deskId: ['Key Desk', 'Counter', 'Ausgabestelle', 'Pforte', 'Schalter'],
  hook: ['Hook No', 'Hook Number', 'Haken', 'Hakennummer'],
  name: ['Full Name', 'Person', 'Vollständiger Name', 'Vor- und Nachname'],
  email: ['Mail', 'Email Address', 'Mail Address', 'E-Mail-Adresse', 'Mailadresse'],
  firstName: ['Given Name', 'Forename', 'Vorname'],
  lastName: ['Surname', 'Family Name', 'Nachname', 'Familienname'],
  role: ['Rolle'],
  facultyId: [
    'ID',
    'Staff ID',
    'Staff No',
    'Employee ID',
    'Employee No',
    'Personalnummer',
    'Personal-Nr',
  ],
  phone: ['Telephone', 'Phone Number', 'Mobile', 'Telefon', 'Telefonnummer', 'Handy'],
  from: ['Start', 'Valid From', 'Von', 'Ab', 'Gültig ab'],
  until: ['To', 'End', 'Valid Until', 'Bis', 'Gültig bis'],
  person: ['Email', 'Mail', 'Faculty ID', 'Staff ID', 'ID', 'E-Mail-Adresse', 'Personalnummer'],
  card: ['Card No', 'Card Number', 'Card ID', 'Karte', 'Kartennummer', 'Ausweis', 'Ausweisnummer'],
  updated: ['Changed', 'Last Changed', 'Geändert', 'Zuletzt geändert'],
};

export function guessColumn<F extends string>(
  fields: readonly F[],
  heading: string,
): F | undefined {
  const wanted = normalizeHeading(heading);
  return fields.find((field) =>
    usualNames[field]?.some((name) => normalizeHeading(name) === wanted),
  );
}
