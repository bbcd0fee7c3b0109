// Writes a backup file, whether or not Keydesk runs: npm run backup -- FILE
import { runDatabaseCommand } from './database-command.mjs';

await runDatabaseCommand('backup');
