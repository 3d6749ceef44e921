import type { FileReadingJson } from '@nascente/contract/energy/past-imports';
import { PAST_QUANTITIES, type PastQuantity } from '@nascente/domain/energy/past-imports/file-reading';

const PLACES = ['timeColumn', 'clockColumn', 'endColumn', 'endClockColumn', 'unitColumn'] as const;

/** What a column of a file is. */
export type ColumnRole = (typeof PLACES)[number] | PastQuantity | 'kinds' | 'marks' | 'only' | 'ignored';

export const ROLE_NAMES: Readonly<Record<Exclude<ColumnRole, PastQuantity>, string>> = {
  ignored: 'não importar',
  timeColumn: 'data, ou data e hora',
  clockColumn: 'hora',
  endColumn: 'fim do intervalo',
  endClockColumn: 'hora do fim',
  unitColumn: 'unidade da linha',
  kinds: 'grandeza da linha',
  marks: 'fase ou posto da linha',
  only: 'medidor',
};

const isQuantity = (role: ColumnRole): role is PastQuantity => PAST_QUANTITIES.some((each) => each === role);
const isPlace = (role: ColumnRole): role is (typeof PLACES)[number] => PLACES.some((each) => each === role);

export function roleOf(reading: FileReadingJson, column: number): ColumnRole {
  const place = PLACES.find((each) => reading[each] === column);
  if (place !== undefined) return place;
  if (reading.only?.column === column) return 'only';
  if (reading.kinds?.column === column) return 'kinds';
  if (reading.marks?.column === column) return 'marks';
  return reading.values.find((value) => value.column === column)?.quantity ?? 'ignored';
}

/** The mapping with another role for a column. A role that one column has moves; quantities may have several. */
export function withRole(
  reading: FileReadingJson,
  column: number,
  role: ColumnRole,
  cells: readonly string[],
): FileReadingJson {
  const next: FileReadingJson = {
    ...reading,
    values: reading.values.filter((value) => value.column !== column),
    only: reading.only?.column === column ? null : reading.only,
    kinds: reading.kinds?.column === column ? null : reading.kinds,
    marks: reading.marks?.column === column ? null : reading.marks,
  };
  for (const place of PLACES) if (next[place] === column) next[place] = null;
  if (isPlace(role)) return { ...next, [role]: column };
  if (role === 'only') return { ...next, only: { column, text: cells[0] ?? '' } };
  if (role === 'kinds') {
    const texts = [...new Set(cells)].map((text) => ({ text, quantity: null }));
    return { ...next, kinds: { column, texts } };
  }
  if (role === 'marks') {
    const texts = [...new Set(cells)].map((text) => ({ text, phase: null, period: null }));
    return { ...next, marks: { column, texts } };
  }
  if (!isQuantity(role)) return next;
  const before = reading.values.find((value) => value.column === column);
  const unit = before?.unit ?? (role === 'volume' ? 'L' : 'kWh');
  const value = { column, quantity: role, unit, isRegister: false, phase: null, period: null, ...before };
  return { ...next, values: [...next.values, { ...value, quantity: role }] };
}
