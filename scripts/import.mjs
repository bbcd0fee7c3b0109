// Imports the college's list of people, for a job of every night: npm run import
import { runDatabaseCommand } from './database-command.mjs';

await runDatabaseCommand('import');
