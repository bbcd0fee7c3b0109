import { fold } from '@keydesk/shared/core/text';
import { normalizeHeading } from '../../../core/files/csv.ts';

/**
 * What registrars call our columns besides our own headings: in English and German, then in
 * Portuguese, Spanish, French, Hindi, Russian and Bulgarian. Case, accents and signs make no
 * difference.
 */
const usualNames: Readonly<Record<string, string>> = {
  keyNumber: `Key, Key No, Number, No, Schlüsselnummer, Schlüssel-Nr, Schlüssel, Nr,
    Nº da Chave, Número da Chave, Chave, Chave Nº, Llave, Llave Nº, Nº de Llave, Número de Llave,
    Número, Clé, Clef, N° de clé, Numéro de clé, Clé N°, Numéro, चाबी, चाबी संख्या, चाबी नंबर,
    कुंजी संख्या, क्रमांक, Ключ, Номер ключа, № ключа, Ключ №, Номер, №,
    № на ключ, Номер на ключ`,
  keyName: `Name, Room, Room Name, Title, Bezeichnung, Raum, Raumname, Schlüsselname,
    Nome, Nome da Chave, Descrição, Sala, Nombre, Nombre de la Llave, Descripción, Aula, Nom,
    Nom de la clé, Désignation, Salle, Intitulé, Libellé, नाम, चाबी का नाम, कमरा, कक्ष, विवरण,
    Название, Наименование, Название ключа, Помещение, Кабинет, Аудитория,
    Зала, Стая, Име на ключ`,
  location: `Place, Floor, Ort, Standort, Lage, Etage, Localização, Local, Andar, Piso, Pavimento,
    Ubicación, Lugar, Planta, Emplacement, Lieu, Étage, Où, Localisation, स्थान, जगह, मंजिल, तल,
    Место, Местоположение, Расположение, Этаж, Място, Етаж`,
  description: `Note, Notes, Remark, Remarks, Comment, Beschreibung, Bemerkung, Observação,
    Observações, Obs, Observación, Observaciones, Notas, Remarque, Remarques, Commentaire,
    Description, टिप्पणी, अभ्युक्ति, Примечание, Комментарий, Описание, Бележка,
    Забележка`,
  category: `Type, Kind, Room Type, Kategorie, Art, Raumart, Typ, Categoria, Tipo, Tipo de Sala,
    Categoría, Tipo de Aula, Catégorie, Type de salle, श्रेणी, प्रकार, Категория, Тип, Вид`,
  department: `Dept, School, Fachbereich, Abteilung, Fakultät, Institut, Departamento, Depto,
    Faculdade, Setor, Facultad, Escuela, Département, Service, Faculté, UFR, विभाग, संकाय, Кафедра,
    Отдел, Отделение, Факультет, Подразделение,
    Катедра, Факултет, Звено`,
  block: `Building, Bldg, Gebäude, Haus, Trakt, Prédio, Bloco, Edifício, Edificio, Bloque, Bâtiment,
    Bloc, भवन, ब्लॉक, इमारत, Здание, Корпус, Блок, Сграда`,
  frequentlyUsed: 'Frequent, Häufig, Häufig benutzt, Häufig genutzt',
  deskId: `Key Desk, Counter, Ausgabestelle, Pforte, Schalter, Portaria, Balcão, Portería, Conserjería,
    Accueil, Loge, Guichet, Вахта, Пост`,
  hook: `Hook No, Hook Number, Haken, Hakennummer, Gancho, Crochet, हुक, Крючок`,
  name: `Full Name, Person, Vollständiger Name, Vor- und Nachname, Nome, Nome Completo, Nombre,
    Nombre Completo, Nombre y Apellidos, Nom complet, Nom et prénom, नाम, पूरा नाम, ФИО, Ф.И.О.,
    Полное имя, Име и фамилия, Три имена, Трите имена`,
  email: `Mail, Email Address, Mail Address, E-Mail-Adresse, Mailadresse, Correio eletrônico,
    Endereço de e-mail, Correo, Correo electrónico, Courriel, Adresse e-mail, Adresse électronique,
    ईमेल, ई-मेल, Эл. почта, Электронная почта, Почта, Имейл, Е-поща,
    Електронна поща`,
  firstName: `Given Name, Forename, Vorname, Primeiro Nome, Nombre de pila, Nombres, Prénom, प्रथम नाम,
    Имя, Име`,
  lastName: `Surname, Family Name, Nachname, Familienname, Sobrenome, Apelido, Apellido, Apellidos,
    Nom, Nom de famille, उपनाम, Фамилия`,
  role: 'Rolle, Função, Papel, Rol, Rôle, भूमिका, Роль',
  facultyId: `ID, Staff ID, Staff No, Employee ID, Employee No, Personalnummer, Personal-Nr, Matrícula,
    Nº de matrícula, SIAPE, Legajo, Nº de empleado, Número de empleado, Matricule, कर्मचारी संख्या,
    कर्मचारी आईडी, Табельный номер, Таб. №, Служебен номер,
    Служебен №, Персонален номер`,
  phone: `Telephone, Phone Number, Mobile, Telefon, Telefonnummer, Handy, Telefone, Celular, Teléfono,
    Móvil, Téléphone, Portable, फ़ोन, फोन, मोबाइल, Телефон, Мобильный, Мобилен`,
  from: `Start, Valid From, Von, Ab, Gültig ab, De, Desde, Início, Inicio, Du, Début, Depuis, से, С,
    Начало`,
  until: `To, End, Valid Until, Bis, Gültig bis, Até, Fim, Hasta, Fin, Jusqu'au, Au, तक, До, По,
    Конец`,
  person: `Email, Mail, Faculty ID, Staff ID, ID, E-Mail-Adresse, Personalnummer, Matrícula, Correo,
    Courriel, Matricule, ईमेल, Почта, Табельный номер`,
  card: `Card No, Card Number, Card ID, Karte, Kartennummer, Ausweis, Ausweisnummer, Cartão,
    Nº do Cartão, Tarjeta, Nº de tarjeta, Carte, N° de carte, कार्ड, कार्ड संख्या, Карта,
    Номер карты, Пропуск`,
  updated: 'Changed, Last Changed, Geändert, Zuletzt geändert',
};

const fieldsByName = new Map<string, Set<string>>();
for (const [field, names] of Object.entries(usualNames))
  for (const name of names.split(','))
    fieldsByName.set(
      plainHeading(name),
      (fieldsByName.get(plainHeading(name)) ?? new Set()).add(field),
    );

export function guessColumn<F extends string>(
  fields: readonly F[],
  heading: string,
): F | undefined {
  const usual = fieldsByName.get(plainHeading(heading));
  return fields.find((field) => usual?.has(field));
}

/** 'no' for 'Nº', 'N°' and '№'. */
function plainHeading(heading: string): string {
  return fold(normalizeHeading(heading.trim().replace(/°/g, 'º').normalize('NFKC')));
}
