import { expect, test } from 'vitest';
import { parseAssignmentSheet } from './assignment-sheet.ts';
import { MAX_BOARDS } from './board-sheet.ts';

const FIRST = 'A4:CF:12:00:0B:01';
const SECOND = 'A4:CF:12:00:0B:02';

test.each(['mac,email\n', 'MAC;E-mail\n', ''])(
  'parses one board and one e-mail per line after the header %j',
  (header) => {
    const separator = header.includes(';') ? ';' : ',';
    const text = `${header}a4-cf-12-00-0b-01${separator}Ana@Loja.example\n${SECOND}${separator}rui@loja.example\n`;
    expect(parseAssignmentSheet(text, null)).toMatchObject({
      assignments: [
        { mac: FIRST, email: 'ana@loja.example' },
        { mac: SECOND, email: 'rui@loja.example' },
      ],
      faults: [],
    });
  },
);

test('assigns lines without an e-mail to the default account', () => {
  expect(parseAssignmentSheet(`mac\n${FIRST}\n${SECOND};rui@loja.example`, 'ana@loja.example')).toEqual({
    assignments: [
      { line: 2, mac: FIRST, email: 'ana@loja.example' },
      { line: 3, mac: SECOND, email: 'rui@loja.example' },
    ],
    faults: [],
  });
});

test('reports every faulty line', () => {
  const text = `x,ana@loja.example\n${FIRST},ana@loja.example\n${FIRST},ana@loja.example\n${SECOND}`;
  expect(parseAssignmentSheet(text, null)).toEqual({
    assignments: [{ line: 2, mac: FIRST, email: 'ana@loja.example' }],
    faults: [
      { line: 1, msg: 'Endereço MAC inválido' },
      { line: 3, msg: `${FIRST} já está na linha 2` },
      { line: 4, msg: 'Informe o e-mail do gestor' },
    ],
  });
});

test.each(['', 'mac,email\n'])('refuses the empty sheet %j', (text) => {
  expect(parseAssignmentSheet(text, 'ana@loja.example')).toEqual({
    assignments: [],
    faults: [{ line: 1, msg: 'Informe ao menos uma placa.' }],
  });
});

test('refuses more boards than the limit', () => {
  const lines = Array.from({ length: MAX_BOARDS + 1 }, () => FIRST).join('\n');
  expect(parseAssignmentSheet(lines, null).faults).toEqual([
    { line: MAX_BOARDS + 1, msg: 'São no máximo 10.000 placas por vez.' },
  ]);
});
