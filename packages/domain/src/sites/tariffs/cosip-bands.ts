import type { Cents } from '../../base/units/money.ts';
import { cents } from '../../base/units/money.ts';
import type { CosipCharge } from './billing-contract.ts';

type Bands = Extract<CosipCharge, { mode: 'bands' }>['bands'];

/** Typed bands, or the error of a line, in Portuguese. */
export type TypedBands = { readonly bands: Bands } | { readonly wrong: string };

const LINE = /^(?:até\s+)?(acima|[\d.]+(?:,\d+)?)\s*(?:kwh|kw)?\s*[;\t]\s*(?:r\$\s*)?([\d.]+(?:,\d{1,2})?)$/i;
const GROUPED = /^\d{1,3}(?:\.\d{3})*(?:,\d+)?$|^\d+(?:,\d+)?$/;

function numberOf(text: string): number | null {
  return GROUPED.test(text) ? Number(text.replaceAll('.', '').replace(',', '.')) : null;
}

function centsOf(text: string): Cents | null {
  const value = numberOf(text);
  return value === null ? null : cents(Math.round(value * 100));
}

/** A band of a line, or null if the line is no band. */
function bandOf(line: string): Bands[number] | null {
  const [, limit = '', price = ''] = LINE.exec(line) ?? [];
  const amount = centsOf(price);
  if (amount === null) return null;
  if (limit.toLowerCase() === 'acima') return { upTo: null, amount };
  const upTo = numberOf(limit);
  return upTo === null ? null : { upTo, amount };
}

/** The error of a band after another one; null without an error. */
function disorderOf(band: Bands[number], before: Bands[number] | undefined): string | null {
  if (before === undefined) return null;
  if (before.upTo === null) return 'nada vem depois de "acima".';
  return band.upTo !== null && band.upTo <= before.upTo ? 'cada faixa vai além da anterior.' : null;
}

/**
 * Reads bands of COSIP as a municipality prints them, one a line: 'até 50; 8,20', the last one 'acima; 31,00'. Without a last
 * line, consumption above all bands has no amount.
 */
export function readCosipBands(text: string): TypedBands {
  const bands: Bands[number][] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const band = bandOf(line.trim());
    const wrong =
      band === null
        ? 'escreva o limite e o valor, como "até 50; 8,20" ou "acima; 31,00".'
        : disorderOf(band, bands.at(-1));
    if (band === null || wrong !== null) return { wrong: `Linha ${index + 1}: ${wrong}` };
    bands.push(band);
  }
  return bands.length === 0 ? { wrong: 'Informe as faixas, uma por linha.' } : { bands };
}
