import type { DemandOptimum } from '@nascente/contract/money/tariff-comparison';
import { formatNumber } from '@nascente/domain/base/units/format';
import type { ChartTableContent } from '../../../shared/charts/chart-table.tsx';
import type { TooltipContent } from '../../../shared/charts/chart-tooltip.tsx';
import type { LinePoint, LineTick } from '../../../shared/charts/line-geometry.ts';
import { reaisText } from '../page-frame/bill-words.ts';

export type Demand = DemandOptimum['demands'][number];

const NO_BREAK_SPACE = '\u00a0';
const TICKS = 5;

export const kilowattText = (power: number): string =>
  `${formatNumber(power, Number.isInteger(power) ? 0 : 1)}${NO_BREAK_SPACE}kW`;

interface DemandCurve {
  readonly points: readonly LinePoint[];
  /** Where today's contract and the best one stand. */
  readonly marks: readonly number[];
  readonly ticks: readonly LineTick[];
  readonly describe: (index: number) => TooltipContent;
  readonly table: ChartTableContent;
}

type CostPoint = Demand['best'];

/** The curve with the contract of today on it, which need not be one of its bends. */
const withCurrent = ({ curve, current }: Demand): readonly CostPoint[] => {
  if (current === null || curve.some(({ contracted }) => contracted === current.contracted)) return curve;
  return [...curve, current].sort((a, b) => a.contracted - b.contracted);
};

/** Whole steps of 1, 2 or 5 times a power of ten, as many as are worth a label. */
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

/** What demand costs over what is contracted: exact at its points, straight between them. */
export const demandCurve = (demand: Demand): DemandCurve => {
  const curve = withCurrent(demand);
  const worthMarking = [demand.best.contracted, demand.current?.contracted];
  return {
    points: curve.map(({ contracted, cost }) => ({ x: contracted, y: cost })),
    marks: curve.flatMap(({ contracted }, index) => (worthMarking.includes(contracted) ? [index] : [])),
    ticks: ticksOf(curve[0]?.contracted ?? 0, curve.at(-1)?.contracted ?? 0),
    describe: (index) => {
      const point = curve[index];
      if (point === undefined) return { title: '', rows: [] };
      return {
        title: nameOf(point, demand),
        rows: [{ label: 'Custo da demanda', value: reaisText(point.cost) }],
      };
    },
    table: {
      columns: ['Demanda contratada', 'Custo da demanda'],
      rows: curve.map((point) => [nameOf(point, demand), reaisText(point.cost)]),
    },
  };
};
