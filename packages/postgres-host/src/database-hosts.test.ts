import { expect, test } from 'vitest';
import { reaching, urlsOfHosts } from './database-hosts.ts';

test('splits a URL of several hosts into one URL per host', () => {
  expect(urlsOfHosts('postgresql://me:a%2Cb@one:5433,two,[::1]:5434/name?sslmode=require')).toEqual([
    'postgresql://me:a%2Cb@one:5433/name?sslmode=require',
    'postgresql://me:a%2Cb@two/name?sslmode=require',
    'postgresql://me:a%2Cb@[::1]:5434/name?sslmode=require',
  ]);
});

test.each([
  'postgresql://me:secret@one/name',
  'postgres:///name?host=%2Frun%2Fpostgresql',
  'postgresql://me:secret@/name?host=%2Ftmp%2Fa,b',
])('leaves a URL of one host unchanged: %s', (url) => {
  expect(urlsOfHosts(url)).toEqual([url]);
  expect(reaching(url).connectionString).toBe(url);
});
