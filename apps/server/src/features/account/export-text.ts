import { type ExportRepository, type HeldMeter, QUARTER_COLUMNS } from './export.repository.ts';

async function* quartersOf(held: ExportRepository, { id }: HeldMeter): AsyncGenerator<string> {
  let after: string | null = null;
  for (;;) {
    const rows = await held.quartersAfter(id, after);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield (after === null ? '' : ',') + rows.map((row) => JSON.stringify(row)).join(',');
    after = last[0];
  }
}

/** The export as JSON, piece by piece: years of quarter-hours do not fit into memory at once. */
export async function* exportText(
  held: ExportRepository,
  head: Readonly<Record<string, unknown>>,
  meters: readonly HeldMeter[],
): AsyncGenerator<string> {
  yield `${JSON.stringify({ ok: true, ...head }).slice(0, -1)},"consumption":[`;
  for (const [index, meter] of meters.entries()) {
    const names = JSON.stringify({ installation: meter.id, mac: meter.mac, columns: QUARTER_COLUMNS });
    yield `${index === 0 ? '' : ','}${names.slice(0, -1)},"quarters":[`;
    yield* quartersOf(held, meter);
    yield ']}';
  }
  yield ']}';
}
