/** A file, and what the campus should have of it. */
export type RegistrarsFile<Row> = { name: string; bytes: Buffer; rows: readonly Row[] };

/** With names of departments, blocks and categories, not codes. */
export type KeyRow = {
  number: string;
  name: string;
  place: string;
  department: string;
  block: string;
  category: string;
};
export type PersonRow = {
  name: string;
  email: string;
  department: string;
  id: string;
  phone: string;
};

/**
 * A university in Brazil: semicolons, Windows-1252, a title above the headings, a total below the
 * rows, and two systems that write departments in two ways.
 */
export const brazil = {
  keys: keysOfBrazil(),
  people: peopleOfBrazil(),
};

/**
 * A college in India whose lists are those of a new campus: tabs, UTF-16, Telugu with joiners. Half
 * a year later one key and one person in twenty has changed, and 27 people are gone.
 */
export const india = collegeOfIndia();

/** A university in Bulgaria: Cyrillic from its headings to its departments, in Windows-1251. */
export const bulgaria = {
  keys: keysOfBulgaria(),
  people: peopleOfBulgaria(),
};

function keysOfBrazil(): RegistrarsFile<KeyRow> {
  const departments = [
    'Departamento de Ciência da Computação',
    'Departamento de Matemática',
    'Departamento de História',
    'Instituto de Química',
    'Faculdade de Letras',
  ];
  const blocks = ['Central', 'Biblioteca', 'Engenharia', 'Saúde', 'Ginásio'];
  const rooms = ['Sala de Aula', 'Laboratório', 'Secretaria', 'Depósito', 'Coordenação'];
  const rows = Array.from({ length: 360 }, (_, at) => ({
    number: `${at + 1}`.padStart(4, '0'),
    name: `${pick(rooms, at)} ${100 + at}`,
    place: at % 4 === 0 ? 'Térreo' : `${at % 4}º andar`,
    department: pick(departments, Math.floor(at / 7)),
    block: pick(blocks, Math.floor(at / 5)),
    category: 'Sala',
  }));
  const lines = rows.map(({ number, name, block, place, department }, at) => {
    // Some came from an older list.
    const written = at % 6 === 0 ? plainCapitals(department) : department;
    return [number, name, block, place, at % 10 === 1 ? written.replace(' ', '  ') : written];
  });
  const text = table(';', [
    ['Relatório', '', ''],
    ['Emitido em 05/02/2026', '', ''],
    ['Nº da Chave', 'Descrição', 'Prédio', 'Andar', 'Departamento'],
    ...lines,
    ['Total', '360'],
  ]);
  return { name: 'chaves.csv', bytes: Buffer.from(text, 'latin1'), rows };
}

function peopleOfBrazil(): RegistrarsFile<PersonRow> {
  const departments = [...new Set(keysOfBrazil().rows.map(({ department }) => department))];
  const given = ['João', 'Conceição', 'Antônio', 'Lúcia', 'Inês', 'Márcio', 'Tainá', 'Célia'];
  const family = ['Magalhães', 'Simões', 'Gonçalves', 'Araújo', 'Conceição', 'Brandão', 'Peçanha'];
  const rows = Array.from({ length: 140 }, (_, at) => ({
    name: `${pick(given, at)} ${pick(family, Math.floor(at / given.length))}`,
    email: `servidor${at + 1}@ufx.test`,
    department: pick(departments, at),
    id: `${2_000_417 + at}`,
    phone: `+55 11 5555-${1000 + at}`,
  }));
  const lines = rows.map(({ name, email, department, id, phone }, at) => [
    ...[id, name, plainCapitals(department), 'Docente', '40h DE', `0${1 + (at % 9)}/03/2014`],
    ...[email, phone],
  ]);
  const text = table(';', [
    ['Matrícula', 'Nome', 'Departamento', 'Cargo', 'Regime', 'Admissão', 'E-mail', 'Telefone'],
    ...lines,
  ]);
  return { name: 'servidores.csv', bytes: Buffer.from(text, 'latin1'), rows };
}

function collegeOfIndia() {
  const departments = ['Computer Science Engineering', 'Mechanical Engineering', 'Shared rooms'];
  const kinds = ['Classroom', 'Lab', 'Office'];
  const keys = Array.from({ length: 1200 }, (_, at) => ({
    number: `${at + 1}`.padStart(4, '0'),
    name: `${pick(['తరగతి గది', 'ప్రయోగ\u200cశాల', 'కార్యాలయం'], at)} ${at + 1}`,
    place: `Floor ${at % 4}`,
    department: pick(departments, Math.floor(at / 3)),
    block: pick(['A', 'B', 'Library'], Math.floor(at / 9)),
    category: pick(kinds, at),
  }));
  const given = [
    ...['రాజ్\u200cకుమార్', 'శ్రీనివాస్', 'జగన్\u200cమోహన్', 'లక్ష్మి', 'పద్మావతి', 'వెంకటేశ్వర్లు'],
    ...['సుబ్బారావు', 'అనూష', 'భాస్కర్', 'మల్లిక', 'హరిత', 'నరేశ్', 'స్వాతి', 'చైతన్య', 'రమ్య'],
  ];
  const family = [...['రెడ్డి', 'నాయుడు', 'శర్మ', 'చౌదరి', 'వర్మ', 'గౌడ్', 'యాదవ్', 'ప్రసాద్', 'మూర్తి', 'శాస్త్రి']];
  const people = Array.from({ length: 900 }, (_, at) => ({
    name: `${pick(given, at)} ${pick(family, Math.floor(at / given.length))}`,
    email: `staff${at + 1}@vignan.test`,
    department: pick(departments.slice(0, 2), at),
    id: `VC${at + 1}`,
    phone: `+91 40 5550 ${1000 + at}`,
  }));
  const moved = keys.map((key, at) => (at % 20 === 7 ? { ...key, place: 'New Wing' } : key));
  const stayed = people
    .map((person, at) => (at % 20 === 7 ? { ...person, phone: '+91 40 5559 0000' } : person))
    .filter((_, at) => at % 33 !== 20);
  return {
    keys: indianKeys('keys.txt', keys),
    people: indianPeople('staff.txt', people),
    laterKeys: indianKeys('keys-july.txt', moved),
    laterPeople: indianPeople('staff-july.txt', stayed),
    gone: people.filter((_, at) => at % 33 === 20).map(({ email }) => email),
  };
}

function indianKeys(name: string, rows: readonly KeyRow[]): RegistrarsFile<KeyRow> {
  const lines = rows.map((row) => [
    ...[row.number, row.name, row.place, row.block, row.department, row.category],
  ]);
  const head = ['Key No', 'Room Name', 'Floor', 'Block', 'Department', 'Room Type'];
  return { name, bytes: wide(table('\t', [head, ...lines])), rows };
}

/** A name is kept without joiners. */
function indianPeople(name: string, people: readonly PersonRow[]): RegistrarsFile<PersonRow> {
  const lines = people.map((row) => [row.id, row.name, row.department, row.email, row.phone]);
  const head = ['Employee ID', 'Name', 'Department', 'Email', 'Mobile'];
  const rows = people.map((row) => ({ ...row, name: row.name.replaceAll('\u200c', '') }));
  return { name, bytes: wide(table('\t', [head, ...lines])), rows };
}

function keysOfBulgaria(): RegistrarsFile<KeyRow> {
  const departments = ['Катедра Информатика', 'Катедра Алгебра', 'Факултет по физика'];
  const rows = Array.from({ length: 240 }, (_, at) => ({
    number: `К-${101 + at}`,
    name: `${pick(['Зала', 'Лаборатория', 'Кабинет'], at)} ${101 + at}`,
    place: `етаж ${1 + (at % 5)}`,
    department: pick(departments, Math.floor(at / 3)),
    block: pick(['Ректорат', 'Библиотека', 'Северно крило'], Math.floor(at / 9)),
    category: pick(['Зала', 'Лаборатория', 'Кабинет'], at),
  }));
  const lines = rows.map((row) => [
    ...[row.number, row.name, row.block, row.place, row.department, row.category],
  ]);
  const text = table(';', [
    ['Опис на ключовете', '', '', '', '', ''],
    ['№ на ключ', 'Помещение', 'Сграда', 'Етаж', 'Катедра', 'Вид'],
    ...lines,
    ['Общо', '240'],
  ]);
  return { name: 'ключове.csv', bytes: cyrillic(text), rows };
}

function peopleOfBulgaria(): RegistrarsFile<PersonRow> {
  const departments = [...new Set(keysOfBulgaria().rows.map(({ department }) => department))];
  const given = ['Георги', 'Иванка', 'Стоян', 'Десислава', 'Любомир', 'Цветана', 'Йордан', 'Юлия'];
  const family = ['Ников', 'Щерева', 'Жеков', 'Ангелова', 'Бъчваров'];
  const rows = Array.from({ length: 120 }, (_, at) => ({
    name: `${pick(given, at)} ${pick(family, Math.floor(at / given.length))}`,
    email: `sluzhitel${at + 1}@uni.test`,
    department: pick(departments, at),
    id: `${5417 + at}`,
    phone: `+359 2 555 ${1000 + at}`,
  }));
  const text = table(';', [
    ['Служебен номер', 'Име и фамилия', 'Катедра', 'Имейл', 'Телефон'],
    ...rows.map((row) => [row.id, row.name, row.department, row.email, row.phone]),
  ]);
  return { name: 'служители.csv', bytes: cyrillic(text), rows };
}

function pick(from: readonly string[], at: number): string {
  return from[at % from.length] ?? '';
}

/** As old systems write. */
function plainCapitals(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();
}

function table(separator: string, rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `${cells.join(separator)}\r\n`).join('');
}

/** UTF-16, as Excel saves "Unicode text". */
function wide(text: string): Buffer {
  return Buffer.from(`\ufeff${text}`, 'utf16le');
}

/** Windows-1251. */
function cyrillic(text: string): Buffer {
  const byteOf = (letter: string) => {
    const code = letter.charCodeAt(0);
    if (letter === '№') return 0xb9;
    return code >= 0x410 && code <= 0x44f ? code - 0x350 : code;
  };
  return Buffer.from(Array.from(text, byteOf));
}
