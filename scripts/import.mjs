// Imports the college's list of people, for a nightly job: npm run import
import { runDatabaseCommand } from './database-command.mjs';

await runDatabaseCommand('import');
