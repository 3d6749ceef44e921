import {
  addDays,
  type CivilDate,
  civilDateAt,
  daysBetween,
  isCivilDate,
  startOfDay,
} from '@nascente/domain/base/time/civil-day';
import { DAY_MS, instant, type Zone } from '@nascente/domain/base/time/zone';
import { formatDay } from '@nascente/domain/base/units/format';
import { normalizeMac } from '@nascente/domain/sites/boards/mac';
import { bounded, MAX_MS, type Viewport } from '../../shared/explorer/plot/viewport.ts';
import { quantityOf } from '../../shared/explorer/quantities.ts';

/** A quantity of a meter, as the address has it. */
export interface Wanted {
  readonly mac: string;
  readonly quantity: string;
}

/** The overlaid period: a number of days earlier, or from a day on. */
type Compared = { readonly days: number } | { readonly day: CivilDate };

export interface ExploreState {
  readonly wanted: readonly Wanted[];
  readonly view: Viewport;
  readonly compared: Compared | null;
  readonly isApart: boolean;
  readonly isShaded: boolean;
  readonly hasNotes: boolean;
}

/** More curves cannot be told apart. */
export const MAX_SERIES = 8;
const FIRST_DAYS = 7;

export const COMPARED_DAYS: readonly {
  readonly days: number;
  readonly name: string;
  readonly word: string;
}[] = [
  { days: 1, name: 'Com o dia anterior', word: 'dia anterior' },
  { days: 7, name: 'Com a semana anterior', word: 'semana anterior' },
  { days: 28, name: 'Com 4 semanas antes', word: '4 semanas antes' },
  { days: 364, name: 'Com o ano anterior (52 semanas)', word: 'ano anterior' },
];

const wantedFrom = (text: string | null): Wanted[] =>
  (text ?? '')
    .split(',')
    .flatMap((part) => {
      const [mac = '', quantity = ''] = part.split('~');
      const normal = normalizeMac(mac);
      return normal === null || quantityOf(quantity) === undefined ? [] : [{ mac: normal, quantity }];
    })
    .slice(0, MAX_SERIES);

const comparedFrom = (text: string | null): Compared | null => {
  if (text === null) return null;
  if (isCivilDate(text)) return { day: text };
  const days = Number(text);
  return COMPARED_DAYS.some((one) => one.days === days) ? { days } : null;
};

const viewFrom = (from: string | null, to: string | null, now: number): Viewport => {
  const [start, end] = [Date.parse(from ?? ''), Date.parse(to ?? '')];
  // An interval above the limit is cut to its end, instead of its middle.
  if (end > start) return bounded({ from: Math.max(start, end - MAX_MS), to: end }, now);
  return { from: now - FIRST_DAYS * DAY_MS, to: now };
};

export const stateFrom = (address: URLSearchParams, now: number): ExploreState => ({
  wanted: wantedFrom(address.get('ver')),
  view: viewFrom(address.get('de'), address.get('ate'), now),
  compared: comparedFrom(address.get('comparar')),
  isApart: address.get('eixos') === 'separados',
  isShaded: address.get('fundo') !== 'nao',
  hasNotes: address.get('notas') !== 'nao',
});

const iso = (at: number): string =>
  new Date(Math.round(at / 1000) * 1000).toISOString().replace('.000Z', 'Z');

/** Defaults are left out. */
export const addressOf = (state: ExploreState): Readonly<Record<string, string | null>> => {
  const { wanted, view, compared, isApart, isShaded, hasNotes } = state;
  return {
    ver: wanted.length === 0 ? null : wanted.map(({ mac, quantity }) => `${mac}~${quantity}`).join(','),
    de: iso(view.from),
    ate: iso(view.to),
    comparar: compared === null ? null : 'day' in compared ? compared.day : String(compared.days),
    eixos: isApart ? 'separados' : null,
    fundo: isShaded ? null : 'nao',
    notas: hasNotes ? null : 'nao',
  };
};

/** The offset of the compared period in days of the local clock: a clock change moves nothing. Null where it would not be earlier. */
export const laterMsOf = (compared: Compared | null, view: Viewport, zone: Zone): number | null => {
  if (compared === null) return null;
  const first = civilDateAt(instant(Math.floor(view.from)), zone);
  const days = 'day' in compared ? daysBetween(compared.day, first) : compared.days;
  if (days <= 0) return null;
  return startOfDay(first, zone) - startOfDay(addDays(first, -days), zone);
};

export const comparedWord = (compared: Compared | null): string => {
  if (compared === null) return '';
  if ('day' in compared) return `desde ${formatDay(compared.day)}`;
  return COMPARED_DAYS.find(({ days }) => days === compared.days)?.word ?? '';
};
