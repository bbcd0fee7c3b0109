import { api } from '@keydesk/shared/api';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { listAuditEvents } from '../../../../test/audit.ts';
import { checkAuth, signIn } from '../../../../test/sign-in.ts';
import { testCampus } from '../../../../test/test-campus.ts';
import { transact } from '../../../db/client.ts';
import { auditEvents, users } from '../../../db/schema.ts';
import { findOrLinkUser } from '../../session/sign-up.ts';
import { uploaded } from './testing/upload.ts';

const campus = testCampus();
const admin = campus.resident('admin');

const heading = 'Name,Email,Role,Department,Faculty ID';

function fileOf(...lines: string[]) {
  return [heading, ...lines].join('\n');
}

function eventsOf(action: string) {
  return listAuditEvents(campus.db, eq(auditEvents.action, action));
}

async function stored(email: string) {
  return (await campus.db.orm.select().from(users).where(eq(users.email, email)))[0];
}

describe('a file of people', () => {
  test('creates them, and they sign in as who they are', async () => {
    const email = 'ravi@campus.test';
    const result = await uploaded(
      admin,
      'users',
      fileOf(
        `Ravi,${email},Faculty,cse-aiml,FAC-77`,
        'Guard,guard@campus.test,security,,',
        'Gate,gate@campus.test,Guard,,',
      ),
    );
    expect(await stored('gate@campus.test')).toMatchObject({ role: 'security' });
    expect(result).toMatchObject({ created: 3, applied: true });
    expect(await stored(email)).toMatchObject({
      role: 'faculty',
      isVerified: false,
      lastLogin: null,
    });
    const { cookie } = await signIn(campus.url, email);
    const { body } = await checkAuth(campus.url, cookie ? { cookie } : {});
    expect(body.user).toMatchObject({
      id: (await stored(email))?.id,
      role: 'faculty',
      department: 'CSE-AIML',
      facultyId: 'FAC-77',
      isVerified: true,
    });
    expect(await eventsOf('import-users')).toMatchObject([
      { actorId: admin.user.id, details: { created: 3 } },
    ]);
    expect((await eventsOf('create-user'))[0]).toMatchObject({
      subjectId: (await stored(email))?.id,
      actorId: admin.user.id,
      method: 'import',
      details: { email, role: 'faculty', facultyId: 'FAC-77' },
    });
  });

  test('is refused where a Faculty ID only looks like another one', async () => {
    const facultyId = (await campus.person()).user.facultyId ?? '';
    const result = await uploaded(
      admin,
      'users',
      fileOf(
        `Zero,zero@campus.test,faculty,CSE,${facultyId}\u200b`,
        `Cyrillic,cyrillic@campus.test,faculty,CSE,${facultyId.replace('A', 'А')}`,
        `Wide,wide@campus.test,faculty,CSE,${facultyId.replace('FAC', 'ＦＡＣ')}`,
      ),
    );
    expect(result).toMatchObject({
      applied: false,
      rows: [
        { problems: ['Faculty ID must not contain control or invisible characters'] },
        { problems: ['Faculty ID must not mix Latin, Cyrillic and Greek letters'] },
        { outcome: 'moved', warnings: ['Same person, new address'] },
      ],
    });
  });

  test('is claimed by the first verified identity only, where addresses are no identity', async () => {
    const email = 'claimed@campus.test';
    await uploaded(admin, 'users', fileOf(`Claimed,${email},security,,`));
    const recognised = (subject: string) =>
      transact(campus.db, (tx) =>
        findOrLinkUser(
          tx,
          { issuer: 'https://accounts.test', subject, email: 'Claimed@campus.test', name: 'C' },
          { linksByEmail: false, mailboxes: campus.config.mailboxes, desks: [] },
        ),
      );
    expect(await recognised('one')).toMatchObject({
      entered: { email, role: 'security', name: 'Claimed' },
    });
    expect(await recognised('two')).toBeNull();
    expect(await recognised('one')).toMatchObject({ entered: { email } });
  });

  test('changes name, department and Faculty ID of people who exist, never their role', async () => {
    const person = await campus.person('faculty', { name: 'Before' });
    const { email, facultyId } = person.user;
    const change = await uploaded(
      admin,
      'users',
      fileOf(`After,${email.toUpperCase()},,EEE,${facultyId}`),
    );
    expect(change.rows).toMatchObject([{ outcome: 'update' }]);
    expect(await stored(email)).toMatchObject({ name: 'After', department: 'EEE', facultyId });
    expect((await eventsOf('change-user')).at(-1)).toMatchObject({
      subjectId: person.user.id,
      details: { before: { name: 'Before' }, after: { name: 'After', department: 'EEE' } },
    });
    const promotion = await uploaded(admin, 'users', fileOf(`After,${email},admin,,`));
    expect(promotion.rows[0]?.problems).toEqual([
      'The role is faculty. Change roles in Manage Users, one person at a time.',
    ]);
    expect((await stored(email))?.role).toBe('faculty');
  });

  test('gives nobody a forged name, and brings nobody back who was deleted', async () => {
    const gone = await campus.person('faculty', { deletedAt: new Date() });
    const { rows } = await uploaded(
      admin,
      'users',
      fileOf(
        'Security  Desk,forged@campus.test,,,',
        'Asha\u202eoaR,bidi@campus.test,,,',
        'Security Desk,security@campus.test,security,,',
        `Back Again,${gone.user.email},,,`,
      ),
    );
    expect(rows.map(({ problems }) => problems)).toEqual([
      ['This name is reserved for a desk or role. Choose another.'],
      ['Name must not contain control or invisible characters'],
      [],
      ['This person was deleted. Restore them in Manage Users.'],
    ]);
    expect(await stored('security@campus.test')).toBeUndefined();
  });

  test('names nobody after a desk, and lets whoever has such a name keep it', async () => {
    const body = { name: 'Library Counter', place: 'Library' };
    await admin.get(api.addDesk, { body });
    const named = await campus.person('faculty', { name: 'Library Counter' });
    const { rows } = await uploaded(
      admin,
      'users',
      fileOf(
        'library  c0unter,counter@campus.test,,,',
        `Library Counter,${named.user.email},,EEE,`,
      ),
    );
    expect(rows.map(({ problems }) => problems)).toEqual([
      ['This name is reserved for a desk or role. Choose another.'],
      [],
    ]);
  });

  test('may repeat a Faculty ID that was stored before such IDs were refused', async () => {
    const facultyId = 'F\u0410C-9';
    const { user } = await campus.person('faculty', { facultyId });
    const { id, name, email } = user;
    const line = (theirs: string, of: string) => fileOf(`${name} Two,${theirs},,,${of}`);
    expect(await uploaded(admin, 'users', line(email, facultyId))).toMatchObject({ updated: 1 });
    expect(await stored(email)).toMatchObject({ id, name: `${name} Two`, facultyId });
    const other = line('new@campus.test', 'F\u0410C-10');
    const [refused] = (await uploaded(admin, 'users', other)).rows;
    expect(refused?.problems).toContain(
      'Faculty ID must not mix Latin, Cyrillic and Greek letters',
    );
  });

  test('may repeat a name that was stored before such names were refused', async () => {
    const { user } = await campus.person('faculty', { name: 'Ravi S/O Kumar' });
    const line = (email: string) => fileOf(`Ravi S/O Kumar,${email},,EEE,`);
    expect(await uploaded(admin, 'users', line(user.email))).toMatchObject({ updated: 1 });
    const [refused] = (await uploaded(admin, 'users', line('new@campus.test'))).rows;
    expect(refused?.problems).toContain('Name must not contain / \\ : @ < > or "');
  });

  test('changes nothing when one row is refused, which says all that is wrong with it', async () => {
    const { user } = await campus.person('faculty');
    const result = await uploaded(
      admin,
      'users',
      fileOf(
        'New,new.one@campus.test,faculty,CSE,',
        `,no address,boss,Alchemy,${user.facultyId}`,
        'Again,NEW.ONE@campus.test,,,',
      ),
    );
    expect(result).toMatchObject({ created: 1, refused: 2, applied: false });
    expect(result.rows.map(({ problems }) => problems)).toEqual([
      [],
      [
        'Email is not valid',
        'Name is required',
        'Role “boss” is not one of admin, faculty, security, operator, responder, pending',
        expect.stringMatching(
          /^Department “Alchemy” is not one of Computer Science Engineering, Electrical & /,
        ),
        `Faculty ID ${user.facultyId} is already registered to ${user.email}`,
      ],
      ['NEW.ONE@campus.test is already on line 2'],
    ]);
    expect(await stored('new.one@campus.test')).toBeUndefined();
  });

  test('moves a person to a new address where that line is chosen, and keeps who they are', async () => {
    const { user } = await campus.person('faculty', { name: 'Mira Moved' });
    const file = fileOf(`Mira Moved,mira.new@campus.test,,,${user.facultyId}`);
    const checked = await uploaded(admin, 'users', file, { dryRun: true });
    expect(checked.rows).toMatchObject([
      {
        outcome: 'moved',
        warnings: ['Same person, new address'],
        changes: [{ column: 'Email', before: user.email, after: 'mira.new@campus.test' }],
      },
    ]);
    expect(await uploaded(admin, 'users', file)).toMatchObject({ updated: 0 });
    expect(await stored(user.email)).toMatchObject({ id: user.id });
    expect(await uploaded(admin, 'users', file, { lines: [2] })).toMatchObject({ updated: 1 });
    expect(await stored('mira.new@campus.test')).toMatchObject({ id: user.id });
    const desk = (await campus.person('security', { facultyId: 'DESK-7' })).user;
    const guard = fileOf(`Guard,other@campus.test,,,${desk.facultyId}`);
    expect(await uploaded(admin, 'users', guard)).toMatchObject({ refused: 1 });
  });

  test('takes single letters, names with a title or with joiners, and says so', async () => {
    const names = ['O', 'K', '李', 'Th.Singh', 'రాజ్\u200cకుమార్', 'Paypal.com', '7'];
    const file = fileOf(...names.map((name, at) => `${name},name${at}@campus.test,,,`));
    const { rows } = await uploaded(admin, 'users', file, { dryRun: true });
    expect(rows.map(({ outcome, notes }) => [outcome, ...(notes ?? [])])).toEqual([
      ['create', 'The name is a single letter'],
      ['create', 'The name is a single letter'],
      ['create', 'The name is a single letter'],
      ['create', 'Written as Th. Singh, because it could be read as a web address'],
      ['create', 'Written as రాజ్కుమార్, without invisible joiners'],
      ['refused'],
      ['refused'],
    ]);
    const lines = [2, 3, 4, 5, 6];
    expect(await uploaded(admin, 'users', file, { lines })).toMatchObject({ created: 5 });
    expect(await uploaded(admin, 'users', file, { lines })).toMatchObject({ unchanged: 5 });
    expect(await stored('name3@campus.test')).toMatchObject({ name: 'Th. Singh' });
  });

  test('that was exported is read back as unchanged', async () => {
    await campus.person('faculty', { name: '=HYPERLINK("x")' });
    const { body } = await admin.call(api.exportUsers);
    const file = String(body.text);
    expect(file).toContain(`"'=HYPERLINK(""x"")"`);
    const result = await uploaded(admin, 'users', file);
    expect(result).toMatchObject({ created: 0, updated: 0, refused: 0 });
    expect(result.unchanged).toBeGreaterThan(1);
    expect(await eventsOf('export-users')).toMatchObject([{ actorId: admin.user.id }]);
  });
});
