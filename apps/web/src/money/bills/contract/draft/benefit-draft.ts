import type { BillingContractJson } from '@nascente/contract/money/billing-contract';
import { rateToText } from '@nascente/domain/base/units/rate';
import { type BenefitKind, USUAL_BENEFITS } from '@nascente/domain/sites/tariffs/benefit';
import { DISCOUNT_LABEL_MISSING } from '@nascente/domain/sites/tariffs/own-line';
import { type Reader, typedPercent } from '../../../../shared/forms/draft-reader.ts';
import { typedOf } from '../../../../shared/forms/fields/decimal-input.ts';

type BenefitJson = NonNullable<BillingContractJson['benefits']>[number];

export type TypedBenefit = ReturnType<typeof typedBenefit>;

export const benefitNames: Readonly<Record<BenefitKind, string>> = {
  social: 'Tarifa social',
  rural: 'Rural',
  irrigation: 'Irrigação',
  aquaculture: 'Aquicultura',
  sanitation: 'Água, esgoto e saneamento',
  lighting: 'Iluminação pública',
  other: 'Outro',
};

const DAY_MINUTES = 1440;

const clockOf = (minute: number): string =>
  [Math.floor(minute / 60) % 24, minute % 60].map((part) => String(part).padStart(2, '0')).join(':');

const typedHours = (hours: BenefitJson['hours']) =>
  hours === null
    ? { hasHours: false, start: '21:30', end: '06:00' }
    : { hasHours: true, start: clockOf(hours.start), end: clockOf(hours.end) };

export const typedBenefit = ({ steps, demand, hours, last, ...benefit }: BenefitJson) => ({
  ...benefit,
  ...typedHours(hours),
  steps: steps.map(({ upTo, tusd, te }) => ({
    /** kWh; ignored in the last step. */
    upTo: upTo === null ? '' : typedOf(String(upTo)),
    tusd: typedPercent(tusd),
    te: typedPercent(te),
  })),
  demand: demand === '0' ? '' : typedPercent(demand),
  /** Empty: without end. */
  last: last ?? '',
});

/**
 * A usual discount of its kind, to be edited.
 * @param first - the default first day
 */
export const newBenefit = (kind: BenefitKind, first: string): TypedBenefit => {
  const { steps, hours } = USUAL_BENEFITS[kind];
  return typedBenefit({
    kind,
    label: kind === 'other' ? '' : benefitNames[kind],
    steps: steps.map(({ upTo, tusd, te }) => ({ upTo, tusd: rateToText(tusd), te: rateToText(te) })),
    demand: '0',
    hours,
    first,
    last: null,
  });
};

/** Minutes since midnight; an end at midnight is the end of the day. */
const minuteOf = (typed: string, isEnd: boolean): number | null => {
  const [, hour, minute] = /^(\d{2}):(\d{2})$/.exec(typed) ?? [];
  if (hour === undefined) return null;
  const minutes = Number(hour) * 60 + Number(minute);
  if (minutes % 30 !== 0 || minutes >= DAY_MINUTES) return null;
  return isEnd && minutes === 0 ? DAY_MINUTES : minutes;
};

const CLOCK = 'Informe uma hora cheia ou meia, como 21:30.';

const readHours = (reader: Reader, { hasHours, start, end }: TypedBenefit, at: string) =>
  hasHours
    ? {
        start: reader.read(`${at}.start`, minuteOf(start, false), CLOCK, 0),
        end: reader.read(`${at}.end`, minuteOf(end, true), CLOCK, 0),
      }
    : null;

export const readBenefit = (reader: Reader, typed: TypedBenefit, at: string): BenefitJson => {
  const days = reader.days(at, typed.first, typed.last);
  return {
    kind: typed.kind,
    label: reader.text(`${at}.label`, typed.label, DISCOUNT_LABEL_MISSING),
    steps: typed.steps.map((step, index) => {
      const stepPath = `${at}.steps.${index}`;
      const isLast = index === typed.steps.length - 1;
      return {
        upTo: isLast ? null : reader.number(`${stepPath}.upTo`, step.upTo, 'Informe até quantos kWh.'),
        tusd: reader.share(`${stepPath}.tusd`, step.tusd),
        te: reader.share(`${stepPath}.te`, step.te),
      };
    }),
    demand: typed.demand.trim() === '' ? '0' : reader.share(`${at}.demand`, typed.demand),
    hours: readHours(reader, typed, at),
    ...days,
  };
};
