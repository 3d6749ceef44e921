import { describe, expect, it } from 'vitest';
import { aneelLinesOfJson, createAneelLines } from './aneel-reader.ts';

describe('lines of a datastore dump', () => {
  it.each([
    [',', '1,CERES,"1.234,56"'],
    ['\t', '1\tCERES\t1.234,56'],
  ])('converts lines separated by %j to file lines', (separator, line) => {
    const linesOf = createAneelLines(['_id', 'SigAgente', 'VlrTE'].join(separator));
    expect(linesOf(line)).toBe('"1";"CERES";"1.234,56"');
    expect(linesOf('')).toBe('');
  });
  it('leaves lines with semicolons unchanged', () => {
    expect(createAneelLines('SigAgente;VlrTE')('CERES;",00"')).toBe('CERES;",00"');
  });
});

describe('JSON of the CKAN API', () => {
  const LINES = ['"_id";"SigAgente";"VlrTE"', '"1";"A ""B""";"250,5"'];
  it.each([
    { success: true, result: { records: [{ _id: 1, SigAgente: 'A "B"', VlrTE: '250,5' }] } },
    { fields: [{ id: '_id' }, { id: 'SigAgente' }, { id: 'VlrTE' }], records: [[1, 'A "B"', 250.5]] },
    [{ _id: 1, SigAgente: 'A "B"', VlrTE: 250.5 }],
  ])('converts %j to lines', (json) => {
    expect(aneelLinesOfJson(json)).toEqual(LINES);
  });
  it('removes midnight from dates, and writes null as empty text', () => {
    expect(aneelLinesOfJson([{ DatFimVigencia: '2026-01-31T00:00:00', DscREH: null }])?.[1]).toBe(
      '"2026-01-31";""',
    );
  });
  it.each([null, 7, {}, { result: { records: [1] } }, { records: 'x' }])('refuses %j', (json) => {
    expect(aneelLinesOfJson(json)).toBeNull();
  });
  it('returns no columns without rows', () => {
    expect(aneelLinesOfJson({ records: [], fields: [{ id: 1 }, 'x'] })).toEqual(['']);
  });
});
