import { describe, expect, test } from 'vitest';
import { MAX_BOARDS, parseBoardSheet } from './board-sheet.ts';

const HEADER = 'mac,type,model,equipment';
const macOf = (number: number): string =>
  `A4:CF:12:00:${(number >> 8).toString(16).padStart(2, '0')}:${(number & 255).toString(16).padStart(2, '0')}`;

describe('a spreadsheet of boards', () => {
  test('reads one board per line, for any separator, case and quotes', () => {
    const sheet = parseBoardSheet(
      '\uFEFFMAC;Type;Model;Equipment\r\n"a4-cf-12-00-0b-01";Eletric;MONO;emd\r\nA4:CF:12:00:0B:02;water;;\r\n',
    );
    expect(sheet).toEqual({
      boards: [
        { line: 2, mac: 'A4:CF:12:00:0B:01', type: 'eletric', model: 'mono', equipment: 'emd' },
        { line: 3, mac: 'A4:CF:12:00:0B:02', type: 'water', model: 'tri', equipment: 'emd3p' },
      ],
      faults: [],
    });
  });

  test('skips the separator hint of Excel', () => {
    expect(parseBoardSheet(`\uFEFFsep=;\r\nmac;type\r\n${macOf(1)};water\r\nx;water\r\n`)).toMatchObject({
      boards: [{ line: 3, mac: macOf(1) }],
      faults: [{ line: 4 }],
    });
  });

  test('reads columns in any order, and accepts the last two as missing', () => {
    expect(parseBoardSheet('type;mac\ntri;A4:CF:12:00:0B:01\n').boards).toEqual([
      { line: 2, mac: 'A4:CF:12:00:0B:01', type: 'eletric', model: 'tri', equipment: 'emd3p' },
    ]);
  });

  test('reports every faulty line with all its errors', () => {
    const { boards, faults } = parseBoardSheet(
      [HEADER, 'x,gas,bi,emd9', '', `${macOf(1)},eletric`, `${macOf(2)},water,mono,emd,sobra`].join('\n'),
    );
    expect(boards.map(({ line }) => line)).toEqual([4]);
    expect(faults).toEqual([
      { line: 2, msg: 'Endereço MAC inválido' },
      { line: 2, msg: 'Tipo inválido: use eletric ou water' },
      { line: 2, msg: 'Modelo inválido: use mono ou tri' },
      { line: 2, msg: 'Equipamento inválido: use emd ou emd3p' },
      { line: 5, msg: 'Colunas demais' },
    ]);
  });

  test('reports the first line of a repeated board', () => {
    const lines = [HEADER, `${macOf(1)},eletric`, `${macOf(1).toLowerCase().replaceAll(':', '-')},water`];
    const { boards, faults } = parseBoardSheet(lines.join('\n'));
    expect(boards.map(({ line }) => line)).toEqual([2]);
    expect(faults).toEqual([{ line: 3, msg: 'A4:CF:12:00:00:01 já está na linha 2' }]);
  });

  test('reports a quote that is never closed in its line', () => {
    const { faults } = parseBoardSheet(`${HEADER}\n"${macOf(1)},eletric\n${macOf(2)},water`);
    expect(faults[0]).toEqual({ line: 2, msg: 'Aspas abertas e não fechadas.' });
  });

  test.each([
    ['', 1],
    ['mac;tipo\n', 1],
    ['\nmac\n', 2],
    ['mac,type,type\n', 1],
  ])('refuses %j without a readable header', (text, line) => {
    expect(parseBoardSheet(text)).toEqual({
      boards: [],
      faults: [{ line, msg: 'A primeira linha deve ser: mac,type,model,equipment' }],
    });
  });

  test('refuses a spreadsheet with only a header', () => {
    expect(parseBoardSheet(`${HEADER}\n`).faults).toEqual([
      { line: 2, msg: 'A planilha não tem nenhuma placa.' },
    ]);
  });

  test('reads the maximum number of boards, and refuses one more', () => {
    const lines = Array.from({ length: MAX_BOARDS }, (_, index) => `${macOf(index)},eletric`);
    expect(parseBoardSheet([HEADER, ...lines].join('\r\n')).boards).toHaveLength(MAX_BOARDS);
    const { boards, faults } = parseBoardSheet([HEADER, ...lines, `${macOf(MAX_BOARDS)},eletric`].join('\n'));
    expect(boards).toEqual([]);
    expect(faults).toEqual([{ line: MAX_BOARDS + 2, msg: 'São no máximo 10.000 placas por vez.' }]);
  });
});
