import { type ElectricMeter, measuredQuarters, NOW } from './measured-company.ts';

/** R$ of a kWh before taxes, as the distributor publishes them. */
interface Prices {
  readonly te: number;
  readonly tusd: number;
}

type Period = 'peak' | 'intermediate' | 'offPeak';

interface Terms {
  readonly readDay: number;
  readonly prices: Readonly<Partial<Record<Period, Prices>>>;
  /** Minutes of the day. */
  readonly peak: readonly [from: number, to: number];
  readonly intermediate: readonly (readonly [from: number, to: number])[];
  /** kW that are contracted, and R$ of one before taxes. */
  readonly demand: { readonly contracted: number; readonly price: number } | null;
}

const HOUR = 60;
const PLAIN = { peak: [0, 0], intermediate: [], demand: null } as const;
const CONVENCIONAL = { ...PLAIN, prices: { offPeak: { te: 0.26038, tusd: 0.33562 } } } as const;

/** What the establishments of the demonstration agreed. */
const TERMS: Readonly<Record<string, Terms>> = {
  Escritório: { ...CONVENCIONAL, readDay: 1 },
  'Galeria Boa Vista': { ...CONVENCIONAL, readDay: 12 },
  'Padaria Aurora': {
    readDay: 5,
    prices: {
      peak: { te: 0.40914, tusd: 0.68122 },
      intermediate: { te: 0.24864, tusd: 0.46502 },
      offPeak: { te: 0.24864, tusd: 0.2764 },
    },
    peak: [18 * HOUR, 21 * HOUR],
    intermediate: [
      [17 * HOUR, 18 * HOUR],
      [21 * HOUR, 22 * HOUR],
    ],
    demand: null,
  },
  'Fábrica de Massas': {
    readDay: 1,
    prices: { peak: { te: 0.40914, tusd: 1.28816 }, offPeak: { te: 0.24864, tusd: 0.10872 } },
    peak: [17.5 * HOUR, 20.5 * HOUR],
    intermediate: [],
    demand: { contracted: 60, price: 22.41 },
  },
};

/** Finados, Proclamação da República, Consciência Negra; 12 October. */
const HOLIDAYS = ['2026-10-12', '2026-11-02', '2026-11-15', '2026-11-20'];
const UTC_OFFSET_MS = 3 * 3_600_000;
const DAY_MS = 86_400_000;
/** ICMS 20.5 %, PIS 1.02 % and COFINS 4.71 %, each within the price. */
const WITHOUT_ICMS = 1 - 0.0102 - 0.0471;
const UNTAXED = (1 - 0.205) * WITHOUT_ICMS;
const MWH_PER_KWH = 1_000_000;
const QUARTERS_AN_HOUR = 4;

const publicLighting = (kwh: number): number => (kwh <= 1_000 ? 48.72 : kwh <= 5_000 ? 96.35 : 158.9);

/** To the cent below, without what binary fractions lack. */
const truncated = (reais: number): number => Math.floor(reais * 100 + 1e-6) / 100;
const rounded = (reais: number): number => Math.round(reais * 100) / 100;

const periodAt = ({ peak, intermediate }: Terms, at: number): Period => {
  const wall = new Date(at - UTC_OFFSET_MS);
  const isRest = [0, 6].includes(wall.getUTCDay()) || HOLIDAYS.includes(wall.toISOString().slice(0, 10));
  if (isRest) return 'offPeak';
  const minutes = wall.getUTCHours() * HOUR + wall.getUTCMinutes();
  const isWithin = ([from, to]: readonly [number, number]) => minutes >= from && minutes < to;
  if (isWithin(peak)) return 'peak';
  return intermediate.some(isWithin) ? 'intermediate' : 'offPeak';
};

const midnight = (date: string): number => Date.parse(`${date}T03:00:00Z`);

/** The bill of the current cycle of an establishment, from raw readings and published prices alone. */
export const billByHand = (name: string, general: Pick<ElectricMeter, 'isGeneral'>) => {
  const terms = TERMS[name];
  if (terms === undefined) throw new Error(`no terms of ${name}`);
  const start = midnight(`2026-11-${String(terms.readDay).padStart(2, '0')}`);
  const end = midnight(`2026-12-${String(terms.readDay).padStart(2, '0')}`);
  const kwhOf = (meter: Pick<ElectricMeter, 'isGeneral'>) => {
    const sums: Record<Period, number> = { peak: 0, intermediate: 0, offPeak: 0 };
    for (const { at, energy } of measuredQuarters(meter))
      if (at >= start) sums[periodAt(terms, at)] += energy;
    return {
      peak: sums.peak / MWH_PER_KWH,
      intermediate: sums.intermediate / MWH_PER_KWH,
      offPeak: sums.offPeak / MWH_PER_KWH,
    };
  };
  const periods = Object.keys(terms.prices) as Period[];
  const kwh = kwhOf(general);
  const total = kwh.peak + kwh.intermediate + kwh.offPeak;
  const ofPeriod = (period: Period): number => {
    const { te = 0, tusd = 0 } = terms.prices[period] ?? {};
    return truncated((kwh[period] * te) / UNTAXED) + truncated((kwh[period] * tusd) / UNTAXED);
  };
  const energy = rounded(periods.reduce((sum, period) => sum + ofPeriod(period), 0));
  const highest = Math.max(
    ...measuredQuarters(general)
      .filter(({ at }) => at >= start)
      .map((quarter) => (quarter.energy * QUARTERS_AN_HOUR) / MWH_PER_KWH),
  );
  const demand =
    terms.demand === null
      ? 0
      : truncated((highest * terms.demand.price) / UNTAXED) +
        truncated(((terms.demand.contracted - highest) * terms.demand.price) / WITHOUT_ICMS);
  const fixed = rounded(demand + publicLighting(total));
  const days = (end - start) / DAY_MS;
  const passed = (Date.parse(NOW) - start) / DAY_MS;
  const averageKwh = Math.round((total / passed) * 1_000) / 1_000;
  const averageCost = rounded(energy / passed);
  return {
    bill: rounded(energy + fixed),
    energy,
    fixed,
    kwh: total,
    forecastByAverage: rounded(averageCost * days + fixed),
    forecastKwhByAverage: averageKwh * days,
    /** Of a meter beside the general one: each kWh at the mean price that the bill charges in its period. */
    part: (meter: Pick<ElectricMeter, 'isGeneral'>) => {
      const own = kwhOf(meter);
      const cost = periods.reduce((sum, period) => sum + (own[period] * ofPeriod(period)) / kwh[period], 0);
      return { kwh: own.peak + own.intermediate + own.offPeak, cost };
    },
  };
};
