import type { PastImportSummary } from '@nascente/contract/past-imports';
import { PAST_QUANTITIES } from '@nascente/domain/past/file-reading';
import type { RowRefusal } from '@nascente/domain/past/past-quarters';
import { type PastSums, sumOf } from '@nascente/domain/past/past-totals';
import { QUARTER_MS } from '@nascente/domain/time/quarter';
import type { ReadUpload } from './read-upload.ts';

const PER_UNIT = 1_000_000;
const NAMED_STRETCHES = 50;

const WORDS: Readonly<Record<RowRefusal, string>> = {
  cells: 'Faltam colunas na linha.',
  time: 'Data ou hora ilegível.',
  number: 'Valor ilegível.',
  negative: 'Valor negativo.',
  implausible: 'O valor é maior do que o medidor pode medir nesse tempo.',
  repeated: 'O instante já apareceu no arquivo: vale a primeira linha.',
  future: 'O instante é das últimas seis horas, ou do futuro.',
};

const inUnits = (sums: PastSums): PastSums =>
  Object.fromEntries(PAST_QUANTITIES.map((quantity) => [quantity, sums[quantity] / PER_UNIT])) as PastSums;

const iso = (at: number): string => new Date(at).toISOString();

/** Quarter-hours that follow each other, as one stretch. */
const stretchesOf = (starts: readonly number[]): { start: string; end: string }[] => {
  const found: { start: number; end: number }[] = [];
  for (const start of starts) {
    const last = found.at(-1);
    if (last?.end === start) last.end = start + QUARTER_MS;
    else found.push({ start, end: start + QUARTER_MS });
  }
  return found.slice(0, NAMED_STRETCHES).map(({ start, end }) => ({ start: iso(start), end: iso(end) }));
};

/**
 * @param stored starts of the quarter-hours that are there already
 */
export const summaryOf = (read: ReadUpload, stored: ReadonlySet<number>): PastImportSummary => {
  const added = [...read.quarters].filter(([start]) => !stored.has(start));
  const storedStarts = [...read.quarters.keys()].filter((start) => stored.has(start)).sort((a, b) => a - b);
  const refused = read.refusals.reduce((sum, { rows }) => sum + rows, 0);
  return {
    rows: read.rows,
    takenRows: read.rows - refused,
    refusals: read.refusals.map((each) => ({ ...each, msg: WORDS[each.reason] })),
    verdicts: [...read.verdicts],
    start: read.first === null ? null : iso(read.first),
    end: read.last === null ? null : iso(read.last),
    total: inUnits(sumOf(read.quarters.values())),
    added: inUnits(sumOf(added.map(([, sums]) => sums))),
    quarters: read.quarters.size,
    addedQuarters: added.length,
    duplicates: { quarters: storedStarts.length, stretches: stretchesOf(storedStarts) },
  };
};
