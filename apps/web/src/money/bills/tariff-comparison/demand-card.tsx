import { formatNumber } from '@nascente/domain/base/units/format';
import { useMemo } from 'react';
import { ChartFrame } from '../../../shared/charts/chart-frame.tsx';
import { LineGraph } from '../../../shared/charts/line-graph.tsx';
import { wholeReais } from '../../../shared/opportunities/opportunity-words.ts';
import { postNames } from '../../../shared/tariffs/modality-words.ts';
import { BigNumber } from '../../../shared/ui/marks/big-number.tsx';
import { Card } from '../../../shared/ui/marks/card.tsx';
import { Stat, StatList } from '../../../shared/ui/marks/stat-list.tsx';
import sheet from '../cycle-bill/bill-sheet.module.css';
import { type Demand, demandCurve, kilowattText } from './demand-curve.ts';

interface DemandCardProps {
  readonly demand: Demand;
  /** How many cycles were measured. */
  readonly cycles: number;
}

const CHART_HEIGHT = 200;
const DECIMALS = 1;

const titleOf = ({ post }: Demand): string =>
  post === null ? 'Demanda contratada' : `Demanda contratada, ${postNames[post].toLowerCase()}`;

/** In whole reais: only bills are cut to the cent, and those of the comparison above are other sums of it. */
const Figures = ({ demand }: { readonly demand: Demand }) => {
  const { current, best, saving, measured } = demand;
  return (
    <StatList ruled>
      <Stat label="Contratada hoje" qualifier={current && wholeReais(current.cost)}>
        {current === null ? 'não informada' : kilowattText(current.contracted)}
      </Stat>
      <Stat label="A que custaria menos" qualifier={wholeReais(best.cost)}>
        {kilowattText(best.contracted)}
      </Stat>
      {saving !== null && saving > 0 && (
        <Stat label="Economia" tone="good">
          {wholeReais(saving)}
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

/** What demand would have cost, were it contracted otherwise: the whole curve, today's contract and the best. */
export const DemandCard = ({ demand, cycles }: DemandCardProps) => {
  const curve = useMemo(() => demandCurve(demand), [demand]);
  const label = `Custo da demanda em ${cycles} ciclos pela demanda contratada, em R$`;
  return (
    <Card title={titleOf(demand)} qualifier={`custo em ${cycles} ciclos`}>
      <div className={sheet.sheet}>
        <div>
          <p className={sheet.label}>Demanda de menor custo</p>
          <BigNumber value={formatNumber(demand.best.contracted, 0)} unit="kW" size="card" />
        </div>
        <ChartFrame
          label={label}
          state={{ kind: 'ready' }}
          height={CHART_HEIGHT}
          legend={[]}
          note="R$ da demanda nos ciclos; marcados: a de hoje e a mais barata"
          table={curve.table}
        >
          <LineGraph
            label={label}
            points={curve.points}
            color="--off-peak"
            ticks={curve.ticks}
            marks={curve.marks}
            height={CHART_HEIGHT}
            describe={curve.describe}
          />
        </ChartFrame>
        <Figures demand={demand} />
      </div>
    </Card>
  );
};
