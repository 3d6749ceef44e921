import { expect, it } from 'vitest';
import { macHint, macProblem, maskMac, tidyPastedMac } from './mac-field.tsx';

it.each([
  [' a4:cf:12:00:0b:01\n', 'A4:CF:12:00:0B:01'],
  ['a4-cf-12-00-0b-01', 'A4:CF:12:00:0B:01'],
  ['A4CF12000B01', 'A4:CF:12:00:0B:01'],
  ['MAC: A4', 'MAC: A4'],
  ['', ''],
])('converts a pasted %j to %j', (pasted, tidy) => {
  expect(tidyPastedMac(pasted)).toBe(tidy);
});

it.each([
  ['', 'Verifique os campos digitados'],
  ['  ', 'Verifique os campos digitados'],
  ['A4:CF:12:00: 0B:01', 'O MAC Address não pode conter espaços!'],
  ['A4:CF:12:00:0B', 'Endereço de MAC inválido'],
  ['a4-cf-12-00-0b-01', null],
])('reports for %j: %s', (typed, problem) => {
  expect(macProblem(typed)).toBe(problem);
});

it.each([
  ['a4c', 'A4:C'],
  ['a4cf12000b01', 'A4:CF:12:00:0B:01'],
  ['a4-cf-12', 'A4:CF:12'],
  ['A4:', 'A4:'],
  ['A4.cf.', 'A4:CF:'],
  ['A4:CF', 'A4:CF'],
  ['A4:CF:12:00:0B:01:', 'A4:CF:12:00:0B:01'],
  [':', ''],
  ['A4 CF', 'A4 CF'],
  ['MAC A4', 'MAC A4'],
  ['A4CF12000B0102', 'A4CF12000B0102'],
  ['', ''],
])('shows %j, during typing, as %j', (typed, masked) => {
  expect(maskMac(typed)).toBe(masked);
  expect(maskMac(masked)).toBe(masked);
});

it.each([
  ['', null],
  ['A4:CF:12:00:0B:01', null],
  ['A4:CF:12:00:0B:0', 'Falta 1 dígito de 12.'],
  ['A4', 'Faltam 10 dígitos de 12.'],
  ['A4:CF:12:00:0B:0O', '“O” não faz parte de um MAC: use 0 a 9 e A a F.'],
  ['A4CF12000B0102', '2 dígitos a mais: um MAC tem 12.'],
])('hints for %j: %s', (typed, hint) => {
  expect(macHint(typed)).toBe(hint);
});
