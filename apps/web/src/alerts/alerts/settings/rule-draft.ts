import type { AlertRule, AlertRuleTarget, AlertRuleTerms } from '@nascente/contract/alerts/alert-rules';
import type { Severity } from '@nascente/domain/alerts/notices';
import { ruleUnit } from '@nascente/domain/alerts/own-rule-texts';
import { decimalOf, typedOf } from '../../../shared/forms/fields/decimal-input.ts';

export const SPANS = { quarter: 'Quarto de hora', hour: 'Hora', day: 'Dia inteiro' } as const;
export const TESTS = {
  above: 'Passar de',
  below: 'Ficar abaixo de',
  'above-usual': 'Passar do normal em',
  'below-usual': 'Ficar abaixo do normal em',
  absence: 'Não for medido',
} as const;
export const SEVERITY_TEXTS: Readonly<Record<Severity, string>> = {
  urgent: 'Urgente',
  serious: 'Custa dinheiro',
  notable: 'Bom saber',
};
const HOURS = {
  always: { label: 'Sempre', hours: null },
  work: { label: 'Dias úteis, das 8h às 18h', hours: { days: [1, 2, 3, 4, 5], from: 480, until: 1080 } },
  night: {
    label: 'Todas as noites, das 22h às 6h',
    hours: { days: [0, 1, 2, 3, 4, 5, 6], from: 1320, until: 360 },
  },
  weekend: { label: 'Sábado e domingo', hours: { days: [0, 6], from: 0, until: 1440 } },
} as const;
/** `stored`: hours that were set elsewhere, such as by the API. */
type HoursName = keyof typeof HOURS | 'stored';
const chosenHours = Object.keys(HOURS) as readonly (keyof typeof HOURS)[];

export const hourNamesOf = ({ storedHours }: Draft): readonly HoursName[] =>
  storedHours === null ? chosenHours : ['stored', ...chosenHours];
export const HOUR_TEXTS: Readonly<Record<HoursName, string>> = {
  stored: 'Como está hoje',
  always: HOURS.always.label,
  work: HOURS.work.label,
  night: HOURS.night.label,
  weekend: HOURS.weekend.label,
};

const lastings = [0, 15, 30, 60, 120, 360, 1440].map((minutes) => ({
  value: String(minutes),
  label: minutes === 0 ? 'Na hora' : minutes < 60 ? `${minutes} minutos` : `${minutes / 60} h`,
}));

export type Draft = Readonly<typeof EMPTY>;

export const EMPTY = {
  name: '',
  severity: 'serious' as Severity,
  target: '',
  quantity: 'energy' as AlertRuleTerms['quantity'],
  span: 'quarter' as AlertRuleTerms['span'],
  test: 'above' as AlertRuleTerms['test'],
  limit: '',
  slack: '5',
  minutes: '15',
  hours: 'always' as HoursName,
  storedHours: null as AlertRuleTerms['hours'],
};

/** Invalid text becomes NaN: the server reports the error. */
const numberOf = (typed: string): number => Number(decimalOf(typed) ?? Number.NaN);

export const termsOf = ({
  quantity,
  span,
  test,
  limit,
  slack,
  minutes,
  hours,
  storedHours,
}: Draft): AlertRuleTerms => {
  const chosen = hours === 'stored' ? storedHours : HOURS[hours].hours;
  return {
    quantity,
    span,
    test,
    limit: test === 'absence' ? 0 : numberOf(limit),
    hysteresis: test === 'absence' || slack === '' ? 0 : numberOf(slack),
    forMinutes: Number(minutes),
    hours: chosen && { ...chosen, days: [...chosen.days] },
  };
};

export const targetOf = (text: string): AlertRuleTarget => {
  const [kind, ...rest] = text.split('|');
  const id = rest.join('|');
  if (kind === 'meter') return { kind: 'meter', mac: id };
  return kind === 'group' ? { kind: 'group', id } : { kind: 'establishment', id };
};

export const draftOf = ({ name, severity, terms, target }: AlertRule): Draft => {
  const same = chosenHours.find(
    (hours) => JSON.stringify(HOURS[hours].hours) === JSON.stringify(terms.hours),
  );
  return {
    name,
    severity,
    target: `${target.kind}|${target.id}`,
    quantity: terms.quantity,
    span: terms.span,
    test: terms.test,
    limit: terms.test === 'absence' ? '' : typedOf(String(terms.limit)),
    slack: typedOf(String(terms.hysteresis)),
    minutes: String(terms.forMinutes),
    hours: same ?? 'stored',
    storedHours: same === undefined ? terms.hours : null,
  };
};

export const lastingsOf = ({ minutes }: Draft) =>
  lastings.some(({ value }) => value === minutes)
    ? lastings
    : [{ value: minutes, label: `${minutes} minutos` }, ...lastings];

export const unitOf = ({ quantity, span, test }: Draft): string => {
  if (test === 'above-usual' || test === 'below-usual') return '%';
  const unit = ruleUnit({ quantity, span });
  return unit === 'ratio' ? 'de 0 a 1' : unit;
};
