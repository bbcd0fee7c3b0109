// Backs the database up into a file, while Keydesk runs or not: npm run backup -- FILE
import { runDatabaseCommand } from './database-command.mjs';

await runDatabaseCommand('backup');
