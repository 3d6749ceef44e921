import { describeRows } from '@nascente/charts/chart-tooltip';
import type { LineTick } from '@nascente/charts/line-graph';
import type { DemandOptimum } from '@nascente/contract/money/tariff-comparison';
import { formatNumber } from '@nascente/domain/base/units/format';
import { useMemo } from 'react';
import { LineChart, type LineContent } from '../../../shared/charts/line-chart.tsx';
import { roundedReais } from '../../../shared/opportunities/opportunity-texts.ts';
import { touPeriodNames } from '../../../shared/tariffs/modality-texts.ts';
import { BigNumber } from '../../../shared/ui/marks/big-number.tsx';
import { Card } from '../../../shared/ui/marks/card.tsx';
import { Stat, StatList } from '../../../shared/ui/marks/stat-list.tsx';
import sheet from '../cycle-bill/bill-sheet.module.css';
import { reaisText } from '../page-frame/bill-texts.ts';

type Demand = DemandOptimum['demands'][number];

const NO_BREAK_SPACE = '\u00a0';
const TICKS = 5;

const kilowattText = (power: number): string =>
  `${formatNumber(power, Number.isInteger(power) ? 0 : 1)}${NO_BREAK_SPACE}kW`;

type CostPoint = Demand['best'];

/** Adds today's contract to the curve, which need not have it as a bend. */
const withCurrent = ({ curve, current }: Demand): readonly CostPoint[] => {
  if (current === null || curve.some(({ contracted }) => contracted === current.contracted)) return curve;
  return [...curve, current].sort((a, b) => a.contracted - b.contracted);
};

/** Round steps of 1, 2 or 5 times a power of ten, as many as there is room for. */
const ticksOf = (from: number, to: number): LineTick[] => {
  const rough = (to - from) / TICKS;
  if (!(rough > 0)) return [{ x: from, label: kilowattText(from), rank: 1 }];
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= rough) ?? rough;
  const count = Math.floor(to / step) - Math.ceil(from / step) + 1;
  return Array.from({ length: count }, (_, index) => {
    const x = (Math.ceil(from / step) + index) * step;
    return { x, label: kilowattText(x), rank: 2 };
  });
};

const nameOf = ({ contracted }: CostPoint, { best, current }: Demand): string => {
  if (contracted === best.contracted) return `${kilowattText(contracted)}, a mais barata`;
  if (contracted === current?.contracted) return `${kilowattText(contracted)}, a de hoje`;
  return kilowattText(contracted);
};

/** Cost by contracted demand: exact at its points, linear between them. */
export const demandCurve = (demand: Demand): LineContent & { readonly marks: readonly number[] } => {
  const curve = withCurrent(demand);
  const worthMarking = [demand.best.contracted, demand.current?.contracted];
  return {
    points: curve.map(({ contracted, cost }) => ({ x: contracted, y: cost })),
    marks: curve.flatMap(({ contracted }, index) => (worthMarking.includes(contracted) ? [index] : [])),
    ticks: ticksOf(curve[0]?.contracted ?? 0, curve.at(-1)?.contracted ?? 0),
    describe: describeRows(curve, (point) => ({
      title: nameOf(point, demand),
      rows: [{ label: 'Custo da demanda', value: reaisText(point.cost) }],
    })),
    table: {
      columns: ['Demanda contratada', 'Custo da demanda'],
      rows: curve.map((point) => [nameOf(point, demand), reaisText(point.cost)]),
    },
  };
};

const CHART_HEIGHT = 200;
const DECIMALS = 1;

const titleOf = ({ touPeriod }: Demand): string =>
  touPeriod === null
    ? 'Demanda contratada'
    : `Demanda contratada, ${touPeriodNames[touPeriod].toLowerCase()}`;

/** In whole reais: totals here differ from those above by rounding. */
const Figures = ({ demand }: { readonly demand: Demand }) => {
  const { current, best, saving, measured } = demand;
  return (
    <StatList ruled>
      <Stat label="Contratada hoje" qualifier={current && roundedReais(current.cost)}>
        {current === null ? 'não informada' : kilowattText(current.contracted)}
      </Stat>
      <Stat label="A que custaria menos" qualifier={roundedReais(best.cost)}>
        {kilowattText(best.contracted)}
      </Stat>
      {saving !== null && saving > 0 && (
        <Stat label="Economia" tone="good">
          {roundedReais(saving)}
        </Stat>
      )}
      {measured.length > 0 && (
        <Stat label="Medida nos ciclos" qualifier="menor e maior">
          {formatNumber(Math.min(...measured), DECIMALS)} a {formatNumber(Math.max(...measured), DECIMALS)} kW
        </Stat>
      )}
    </StatList>
  );
};

export const DemandCard = ({ demand, cycles }: { readonly demand: Demand; readonly cycles: number }) => {
  const curve = useMemo(() => demandCurve(demand), [demand]);
  const label = `Custo da demanda em ${cycles} ciclos pela demanda contratada, em R$`;
  return (
    <Card title={titleOf(demand)} qualifier={`custo em ${cycles} ciclos`}>
      <div className={sheet.sheet}>
        <div>
          <p className={sheet.label}>Demanda de menor custo</p>
          <BigNumber value={formatNumber(demand.best.contracted, 0)} unit="kW" size="card" />
        </div>
        <LineChart
          {...curve}
          label={label}
          height={CHART_HEIGHT}
          color="--off-peak"
          note="R$ da demanda nos ciclos; marcados: a de hoje e a mais barata"
        />
        <Figures demand={demand} />
      </div>
    </Card>
  );
};
