// Grants access and ends sessions, for operators of this machine: npm run admin
import { runDatabaseCommand } from './database-command.mjs';

await runDatabaseCommand('admin');
