import { Button, TextInput } from '@mantine/core';
import { readPortfolio } from '@nascente/contract/insight/portfolio';
import {
  type BUDGET_TARGETS,
  budgetSeen,
  listBudgets,
  readBudgetYear,
  saveBudgetYear,
} from '@nascente/contract/money/budgets';
import { readEstablishmentMonths } from '@nascente/contract/money/establishment-consumption';
import { readGroup } from '@nascente/contract/sites/groups';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import {
  type CivilMonth,
  civilMonth,
  firstDayOf,
  lastDayOf,
  lastMonths,
  toMonthOfYear,
} from '@nascente/domain/base/time/civil-month';
import { formatMonth, formatNumber } from '@nascente/domain/base/units/format';
import { isPartlyMeasured } from '@nascente/domain/energy/consumption/partly-measured';
import type { BudgetMeasure } from '@nascente/domain/money/budgets/budget-texts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../shared/api/api-client.ts';
import { ApiFailure } from '../../shared/api/api-failure.ts';
import { useToday } from '../../shared/consumption/use-now.ts';
import { deviceZone } from '../../shared/consumption/zone-of.ts';
import { FailureNotice } from '../../shared/forms/failure-notice.tsx';
import { decimalOf, reaisOf } from '../../shared/forms/fields/decimal-input.ts';
import { Form, FormActions } from '../../shared/forms/form.tsx';
import { LeaveGuard } from '../../shared/forms/leave-guard.tsx';
import { seenAs } from '../../shared/forms/use-seen.ts';
import { labelOf, useSending } from '../../shared/forms/use-sending.ts';
import { announce } from '../../shared/ui/snackbar.tsx';
import styles from './budgets.module.css';

export interface Target {
  readonly kind: (typeof BUDGET_TARGETS)[number];
  readonly id: string;
}

interface Summed {
  readonly total: number;
  readonly cost: number | null;
  readonly completeness: number;
}

/** Amounts of these months, in order. */
const readMonths = async (
  { kind, id }: Target,
  measure: BudgetMeasure,
  months: readonly CivilMonth[],
): Promise<readonly Summed[]> => {
  if (kind === 'establishment') {
    const type = measure === 'water' ? 'water' : 'eletric';
    const body = { type, months: months.map(toMonthOfYear) } as const;
    const { hist } = await request(readEstablishmentMonths, { params: { id }, body });
    return hist.map(({ value }) => value);
  }
  const groups: Summed[] = [];
  for (const month of months) {
    const query = { start: firstDayOf(month), end: lastDayOf(month) };
    groups.push((await request(readGroup, { params: { id }, query })).group);
  }
  return groups;
};

/**
 * Amounts of a year's civil months; null where a month was not measured whole. Completeness counts from the meters'
 * first day to now, so unfinished months and months before it may have few days.
 */
const readYear = async (
  target: Target,
  measure: BudgetMeasure,
  year: number,
  today: CivilDate,
): Promise<(number | null)[]> => {
  const months = lastMonths(civilMonth(`${year}-12`), MONTHS_A_YEAR + 1);
  const over = months.filter((month) => lastDayOf(month) < today);
  const summed = over.length === 0 ? [] : await readMonths(target, measure, over);
  return months.slice(1).map((_, index) => {
    const [before, present] = [summed[index], summed[index + 1]];
    if (before === undefined || present === undefined) return null;
    if (before.completeness === 0 || isPartlyMeasured(present.completeness)) return null;
    return measure === 'money' ? present.cost : present.total;
  });
};

const MONTHS_A_YEAR = 12;
const MAXIMUM = 100_000_000;
const PERCENT = 100;
const CENTS = 100;

/** Twelve fields from January on; empty without a budget. */
type TypedYear = readonly string[];

export const emptyYear = (): TypedYear => Array<string>(MONTHS_A_YEAR).fill('');

const typedOf = (amount: number): string => formatNumber(amount, Number.isInteger(amount) ? 0 : 2);

export const typedYear = (amounts: readonly (number | null)[]): TypedYear =>
  amounts.map((amount) => (amount === null ? '' : typedOf(amount)));

/** Empty is no budget, undefined an invalid amount. */
export const amountOf = (typed: string, measure: BudgetMeasure): number | null | undefined => {
  if (typed.trim() === '') return null;
  const amount = Number((measure === 'money' ? reaisOf(typed) : decimalOf(typed)) ?? Number.NaN);
  return amount > 0 && amount <= MAXIMUM ? Math.round(amount * CENTS) / CENTS : undefined;
};

export const alike = (typed: string): TypedYear => Array<string>(MONTHS_A_YEAR).fill(typed);

/** Another year's months changed by a percentage; unmeasured ones stay unchanged. */
export const changedBy = (typed: TypedYear, before: readonly (number | null)[], percent: number): TypedYear =>
  typed.map((present, month) => {
    const amount = before[month] ?? null;
    if (amount === null || amount <= 0) return present;
    return typedOf(Math.round(amount * (1 + percent / PERCENT) * CENTS) / CENTS);
  });

/** '-10', '5,5' or '+3' percent; null where invalid, or at −100 % and below. */
export const percentOf = (typed: string): number | null => {
  const [, sign = '', digits = ''] = /^([+-]?)(.+)$/.exec(typed.trim().replace('−', '-')) ?? [];
  const decimal = decimalOf(digits);
  const percent = decimal === null ? null : Number(decimal) * (sign === '-' ? -1 : 1);
  return percent === null || percent <= -PERCENT || percent > 1000 ? null : percent;
};

const UNITS = { money: 'R$', energy: 'kWh', water: 'm³' } as const;
/** Another year or measure is another form. */
const SHOWN_BY = ['ano', 'medida'];
const UNCHANGED = Array<null>(12).fill(null);
const WRONG_AMOUNT = 'Use um valor acima de zero, até 100.000.000, como 1.200,50, ou deixe em branco.';
const WRONG_PERCENT = 'Use um número como -10 ou 5.';

/** Field names by which focus moves to an error on a long page. */
const monthField = (month: number): string => `month-${month}`;

interface YearFormProps {
  readonly target: Target;
  readonly measure: BudgetMeasure;
  readonly year: string;
  readonly amounts: readonly (number | null)[];
}

interface FillProps {
  readonly onFill: (change: (typed: TypedYear) => TypedYear) => void;
}

const FillAlike = ({ measure, onFill }: FillProps & Pick<YearFormProps, 'measure'>) => {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string | null>(null);
  const fill = () => {
    if (amountOf(typed, measure) == null) return setError(WRONG_AMOUNT);
    setError(null);
    onFill(() => alike(typed));
  };
  return (
    <div className={styles.fill}>
      <TextInput
        label={`O mesmo para todos (${UNITS[measure]})`}
        inputMode="decimal"
        value={typed}
        error={error}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Button variant="default" onClick={fill}>
        Preencher todos
      </Button>
    </div>
  );
};

const FillFromBefore = (props: FillProps & Pick<YearFormProps, 'target' | 'measure' | 'year'>) => {
  const { target, measure, year, onFill } = props;
  const today = useToday(deviceZone());
  const [typed, setTyped] = useState('0');
  const [error, setError] = useState<string | null>(null);
  const { start, isSending, failure } = useSending(async (percent: number) => {
    const before = await readYear(target, measure, Number(year) - 1, today);
    const measuredMonths = before.filter((amount) => amount !== null && amount > 0).length;
    if (measuredMonths === 0) return setError(`Nenhum mês inteiro medido em ${Number(year) - 1}.`);
    onFill((present) => changedBy(present, before, percent));
    if (measuredMonths < before.length)
      announce(`${measuredMonths} de 12 meses preenchidos: os outros não foram medidos inteiros.`);
  });
  const copy = () => {
    const percent = percentOf(typed);
    setError(percent === null ? WRONG_PERCENT : null);
    if (percent !== null) void start(percent);
  };
  return (
    <div className={styles.fill}>
      <TextInput
        label={`Como em ${Number(year) - 1}, ± %`}
        value={typed}
        error={error ?? (failure && labelOf(failure))}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Button variant="default" loading={isSending} onClick={copy}>
        Copiar o ano passado
      </Button>
    </div>
  );
};

export const YearForm = ({ target, measure, year, amounts }: YearFormProps) => {
  // Only edits made here: budgets stored by another tab show in the other months.
  const [changes, setChanges] = useState<readonly (string | null)[]>(UNCHANGED);
  const planned = typedYear(amounts);
  const typed = planned.map((text, month) => changes[month] ?? text);
  const setTyped = (change: (present: TypedYear) => TypedYear) =>
    setChanges((present) =>
      change(planned.map((text, month) => present[month] ?? text)).map((text, month) =>
        text === planned[month] ? null : text,
      ),
    );
  const [isTried, setTried] = useState(false);
  const client = useQueryClient();
  const unit = UNITS[measure];
  const read = typed.map((text) => amountOf(text, measure));
  const isDirty = read.some((amount, month) => amount !== (amounts[month] ?? null));
  const { start, isSending, failure } = useSending(async (form: HTMLFormElement) => {
    setTried(true);
    const wanted = read.filter((amount) => amount !== undefined);
    const wrong = read.indexOf(undefined);
    if (wrong !== -1) return form.querySelector<HTMLElement>(`[name='${monthField(wrong)}']`)?.focus();
    // The version on screen: months stored by another tab already show.
    const headers = seenAs(budgetSeen(amounts));
    await request(saveBudgetYear, { body: { target, measure, year, amounts: wanted }, headers }).catch(
      async (refusal: unknown) => {
        if (refusal instanceof ApiFailure && refusal.type === 'changed')
          await client.invalidateQueries({ queryKey: [readBudgetYear.name] });
        throw refusal;
      },
    );
    const changedCalls = [listBudgets, readBudgetYear, readPortfolio];
    await Promise.all(changedCalls.map(({ name }) => client.invalidateQueries({ queryKey: [name] })));
    setChanges(UNCHANGED);
    setTried(false);
    announce('Metas salvas!', { tone: 'good' });
  });
  return (
    <Form label={`Metas de ${year}`} onSubmit={(event) => start(event.currentTarget)}>
      <FailureNotice failure={failure} />
      <div className={styles.fill} data-tour="budget-fill">
        <FillAlike measure={measure} onFill={setTyped} />
        <FillFromBefore target={target} measure={measure} year={year} onFill={setTyped} />
      </div>
      <fieldset className={styles.months} data-tour="budget-months">
        <legend>Cada ciclo, pelo mês em que começa ({unit})</legend>
        {typed.map((text, month) => {
          const name = formatMonth(civilMonth(`${year}-${String(month + 1).padStart(2, '0')}`));
          return (
            <TextInput
              key={name}
              label={name}
              name={monthField(month)}
              inputMode="decimal"
              autoComplete="off"
              value={text}
              error={isTried && read[month] === undefined ? WRONG_AMOUNT : undefined}
              onChange={({ currentTarget: { value } }) =>
                setTyped((present) => present.map((one, index) => (index === month ? value : one)))
              }
            />
          );
        })}
      </fieldset>
      <p className={styles.muted}>
        Em branco, o ciclo fica sem meta. Os meses do ano passado são os do calendário; os que não foram
        medidos inteiros ficam como estão.
      </p>
      <FormActions state={isDirty && 'Há alterações não salvas.'} submit="Salvar metas" loading={isSending} />
      <LeaveGuard isUnsaved={isDirty && !isSending} shownBy={SHOWN_BY} />
    </Form>
  );
};
