import { expect, it } from 'vitest';
import { macProblem, tidyPastedMac } from './mac-text.ts';

it.each([
  [' a4:cf:12:00:0b:01\n', 'A4:CF:12:00:0B:01'],
  ['a4-cf-12-00-0b-01', 'A4:CF:12:00:0B:01'],
  ['A4CF12000B01', 'A4:CF:12:00:0B:01'],
  ['MAC: A4', 'MAC: A4'],
  ['', ''],
])('pastes %j as %j', (pasted, tidy) => {
  expect(tidyPastedMac(pasted)).toBe(tidy);
});

it.each([
  ['', 'Verifique os campos digitados'],
  ['  ', 'Verifique os campos digitados'],
  ['A4:CF:12:00: 0B:01', 'O MAC Address não pode conter espaços!'],
  ['A4:CF:12:00:0B', 'Endereço de MAC inválido'],
  ['a4-cf-12-00-0b-01', null],
])('says of %j: %s', (typed, problem) => {
  expect(macProblem(typed)).toBe(problem);
});
