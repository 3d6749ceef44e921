import { type BillChanges, readBillChanges } from '@nascente/contract/money/bill-changes';
import {
  addDays,
  type CivilDate,
  civilDate,
  civilDateAt,
  isCivilDate,
} from '@nascente/domain/base/time/civil-day';
import { addMonths, firstDayOf, lastDayOf, monthOf } from '@nascente/domain/base/time/civil-month';
import { instant } from '@nascente/domain/base/time/zone';
import { formatDayRange, formatNumber, formatWeekdayDay } from '@nascente/domain/base/units/format';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryFor } from '../../../shared/api/api-client.ts';
import { useAddress } from '../../../shared/api/use-address.ts';
import { completenessText } from '../../../shared/consumption/completeness.ts';
import { BigNumber } from '../../../shared/ui/marks/big-number.tsx';
import { Card } from '../../../shared/ui/marks/card.tsx';
import { TableHead } from '../../../shared/ui/marks/table-head.tsx';
import { Tag } from '../../../shared/ui/marks/tag.tsx';
import { EmptyState } from '../../../shared/ui/page/empty-state.tsx';
import { SkeletonRows } from '../../../shared/ui/page/skeleton.tsx';
import { Segmented } from '../../../shared/ui/segmented.tsx';
import { StepButtons } from '../../../shared/ui/step-buttons.tsx';
import { sumReais } from '../cycle-bill/bill-groups.ts';
import classes from '../cycle-bill/bill-lines.module.css';
import sheet from '../cycle-bill/bill-sheet.module.css';
import { reaisText, signedReais, useBillAddress, useUtility, useZone } from '../page-frame/bill-address.ts';
import { Answered, BillFrame, CycleSteps, MissingNotice } from '../page-frame/bill-frame.tsx';
import { Waterfall } from '../page-frame/waterfall.tsx';

type Days = Pick<BillChanges['before'], 'start' | 'end'>;

const PERIODS = [
  { value: 'ciclo', text: 'Ciclo' },
  { value: 'mes', text: 'Mês' },
  { value: 'dia', text: 'Dia' },
] as const;
type Period = (typeof PERIODS)[number]['value'];

/** The period in the address: `?por=mes&inicio=2026-10-01`; yesterday's by default, the last whole day. */
const usePeriod = () => {
  const [search, change] = useAddress();
  const yesterday = addDays(civilDateAt(instant(Date.now()), useZone()), -1);
  const by: Period = PERIODS.find(({ value }) => value === search.get('por'))?.value ?? 'ciclo';
  const text = search.get('inicio') ?? '';
  return { by, start: isCivilDate(text) ? text : undefined, yesterday, change };
};

/** A cycle is identified by its first day alone. */
const daysOf = ({ by, start, yesterday }: Omit<ReturnType<typeof usePeriod>, 'change'>): Partial<Days> => {
  if (by === 'ciclo') return start === undefined ? {} : { start };
  const day = start ?? yesterday;
  return by === 'dia'
    ? { start: day, end: day }
    : { start: firstDayOf(monthOf(day)), end: lastDayOf(monthOf(day)) };
};

const daysText = ({ start, end }: Days): string => {
  const [first, last] = [civilDate(start), civilDate(end)];
  return first === last ? formatWeekdayDay(first) : formatDayRange(first, last);
};

const headline = ({ difference, comparedWith }: BillChanges): string => {
  if (Math.round(difference * 100) === 0) return `O mesmo valor que ${comparedWith}`;
  return `${difference < 0 ? 'A menos' : 'A mais'} que ${comparedWith}`;
};

const PeriodSteps = ({ by, after }: { readonly by: 'mes' | 'dia'; readonly after: Days }) => {
  const { change, yesterday } = usePeriod();
  const start = civilDate(after.start);
  const moved = (count: number): CivilDate =>
    by === 'mes' ? firstDayOf(addMonths(monthOf(start), count)) : addDays(start, count);
  const step = (count: number) => () => change({ inicio: moved(count) }, { isStep: true });
  return (
    <StepButtons
      previous={by === 'mes' ? 'Mês anterior' : 'Dia anterior'}
      next={by === 'mes' ? 'Próximo mês' : 'Próximo dia'}
      onPrevious={step(-1)}
      onNext={moved(1) > yesterday ? null : step(1)}
    />
  );
};

const QUANTITY = { eletric: { unit: 'kWh', decimals: 1 }, water: { unit: 'm³', decimals: 2 } } as const;

const ChangedMeters = ({ changes }: { readonly changes: BillChanges }) => {
  const { meters, type } = changes;
  if (meters.length === 0) return null;
  const { unit, decimals } = QUANTITY[type];
  const quantity = (change: number) =>
    `${change < 0 ? '−' : '+'}${formatNumber(Math.abs(change), decimals)}\u00a0${unit}`;
  return (
    <Card title="Quem mudou" qualifier="consumo de cada medidor, pelos preços de antes">
      <div className={classes.fit}>
        <table className={classes.table}>
          <caption>Mudança do consumo de cada medidor</caption>
          <TableHead columns={['Medidor', 'Consumo', 'Custo']} />
          <tbody>
            {meters.map((meter) => (
              <tr key={meter.macAddress ?? ''} className={classes.line}>
                <th scope="row">{meter.name}</th>
                <td>{quantity(meter.change)}</td>
                <td>{signedReais(meter.amount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
};

/** Bills of different tax rules, each by its own or both by the later one; the choice can always be undone. */
const TaxRules = ({ taxRules }: Pick<BillChanges, 'taxRules'>) => {
  const [search, change] = useAddress();
  if (taxRules === null && search.get('regra') !== 'igual') return null;
  return (
    <div>
      {taxRules !== null && <p className={sheet.label}>Regras de tributos: {taxRules}.</p>}
      <Segmented
        label="Regra de tributos"
        value={search.get('regra') === 'igual' ? 'igual' : 'propria'}
        options={[
          { value: 'propria', text: 'Como cobradas' },
          { value: 'igual', text: 'Mesma regra', name: 'As duas pela regra da mais nova' },
        ]}
        onChange={(value) => change({ regra: value === 'igual' ? 'igual' : null })}
      />
    </div>
  );
};

/** Both amounts without the taxes that the company takes as credit. */
const WithoutCredits = ({ before, after }: Pick<BillChanges, 'before' | 'after'>) =>
  before.withoutTaxCredits !== undefined &&
  after.withoutTaxCredits !== undefined && (
    <p className={sheet.label}>
      Sem os tributos que a empresa recupera: {reaisText(before.withoutTaxCredits)} antes,{' '}
      {reaisText(after.withoutTaxCredits)} agora (
      {signedReais(sumReais([after.withoutTaxCredits, -before.withoutTaxCredits]))}).
    </p>
  );

const Changes = ({ changes }: { readonly changes: BillChanges }) => {
  const { by } = usePeriod();
  const { before, after, sentence, parts, difference, missing, nextCycle, previousCycle } = changes;
  // On the first day of a cycle, the previous one is compared.
  const isRunning = by === 'ciclo' && nextCycle === null && after.end !== previousCycle.end;
  return (
    <>
      <Card
        title="O que mudou"
        qualifier={`${daysText(after)} em relação a ${daysText(before)}`}
        action={by === 'ciclo' ? <CycleSteps bill={changes} /> : <PeriodSteps by={by} after={after} />}
      >
        <div className={sheet.sheet}>
          {sentence === null ? (
            <EmptyState icon="history">Não há medição, ou preço, de antes para comparar.</EmptyState>
          ) : (
            <>
              <div>
                <p className={sheet.label}>{headline(changes)}</p>
                <p className={sheet.total}>
                  <BigNumber currency="R$" value={formatNumber(Math.abs(difference), 2)} size="page" />
                  <Tag>{completenessText(after.completeness, after.estimated)}</Tag>
                </p>
              </div>
              <p className={sheet.advice}>{sentence}</p>
              <TaxRules {...changes} />
              <WithoutCredits {...changes} />
              <Waterfall
                label="De uma fatura à outra"
                from={{ name: daysText(before), amount: before.total }}
                parts={parts.map(({ kind, label, amount }) => ({
                  key: `${kind} ${label}`,
                  name: label.charAt(0).toUpperCase() + label.slice(1),
                  amount,
                }))}
                to={{ name: daysText(after), amount: after.total }}
              />
              {isRunning && (
                <p className={sheet.label}>
                  São os dias que já passaram, com as linhas que não dependem do consumo. O Home compara a
                  previsão do ciclo inteiro.
                </p>
              )}
            </>
          )}
          <MissingNotice missing={missing} />
        </div>
      </Card>
      {sentence !== null && <ChangedMeters changes={changes} />}
    </>
  );
};

export const ChangesPage = () => {
  const { id } = useBillAddress();
  const type = useUtility();
  const { change, ...period } = usePeriod();
  const [search] = useAddress();
  const query = {
    type,
    ...daysOf(period),
    ...(search.get('regra') === 'igual' && { taxRule: 'later' as const }),
  };
  const changes = useQuery({
    ...queryFor(readBillChanges, { params: { id }, query }),
    placeholderData: keepPreviousData,
  });
  const end = changes.data?.changes.after.end;
  return (
    <BillFrame title="Fatura">
      <div>
        <Segmented
          label="O que é comparado"
          value={period.by}
          options={PERIODS}
          onChange={(value) =>
            change({
              por: value === 'ciclo' ? null : value,
              inicio: value === 'ciclo' ? null : (end ?? null),
            })
          }
        />
      </div>
      <Answered query={changes} title="O que mudou" rest={<SkeletonRows rows={6} />}>
        {(answer) => <Changes changes={answer.changes} />}
      </Answered>
    </BillFrame>
  );
};
