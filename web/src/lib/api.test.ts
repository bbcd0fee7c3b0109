import { describe, expect, it } from 'vitest';
import { urlFor } from './api.ts';

describe('addresses of calls', () => {
  it('lie below /api', () => {
    expect(urlFor('/keys')).toBe('/api/keys');
  });

  it('have their parameters filled in, escaped', () => {
    expect(urlFor('/keys/:id/take', { id: 'a/b' })).toBe('/api/keys/a%2Fb/take');
  });

  it('carry the query without empty values', () => {
    const query = { search: 'lab 1', status: undefined, department: '', page: 2 };
    expect(urlFor('/keys', {}, query)).toBe('/api/keys?search=lab+1&page=2');
  });
});
