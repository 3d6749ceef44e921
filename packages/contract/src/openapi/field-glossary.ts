import { wordsOfEstablishments } from './words-of-establishments.ts';
import { wordsOfMeasuring } from './words-of-measuring.ts';
import { wordsOfMoney } from './words-of-money.ts';
import { wordsOfPasskeys } from './words-of-passkeys.ts';
import { wordsOfPeople } from './words-of-people.ts';

/**
 * What a field means wherever its name stands, for the OpenAPI document. What it means in one place alone is said there,
 * by `described`, and goes before.
 */
export const FIELD_GLOSSARY: Readonly<Record<string, string>> = {
  ...wordsOfPeople,
  ...wordsOfPasskeys,
  ...wordsOfEstablishments,
  ...wordsOfMeasuring,
  ...wordsOfMoney,
};
