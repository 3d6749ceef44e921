import { expect, test } from 'vitest';
import { isCivilDate } from '../base/time/civil-day.ts';
import { LEGAL_VERSION, legalDocuments, legalName, PROCESSING } from './legal.ts';

test('the version of the legal texts is a date', () => {
  expect(isCivilDate(LEGAL_VERSION)).toBe(true);
});

test('each legal document has its own name', () => {
  expect(legalDocuments.map(legalName)).toEqual(['Termos de uso', 'Aviso de privacidade']);
});

test('each activity states its purpose, legal basis, retention and recipients', () => {
  expect(new Set(PROCESSING.map(({ name }) => name)).size).toBe(PROCESSING.length);
  for (const activity of PROCESSING)
    for (const text of Object.values(activity) as string[]) expect(text.length).toBeGreaterThan(3);
  expect(PROCESSING.filter(({ basis }) => !/art\. \d/.test(basis))).toEqual([]);
});
