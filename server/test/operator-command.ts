import { vi } from 'vitest';

/** Runs a command of operators on a database, in this process; resolves with what it says. */
export async function runOn(databaseUrl: string, command: () => Promise<string>): Promise<string> {
  vi.stubEnv('DATABASE_URL', databaseUrl);
  try {
    return await command();
  } finally {
    vi.unstubAllEnvs();
  }
}
