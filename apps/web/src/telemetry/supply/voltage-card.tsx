import type { SupplyWeekAnswer } from '@nascente/contract/telemetry/supply';
import type { Zone } from '@nascente/domain/base/time/zone';
import { useMemo } from 'react';
import { ChartFrame, type ChartState } from '../../shared/charts/chart-frame.tsx';
import { LineGraph } from '../../shared/charts/line-graph.tsx';
import { Card } from '../../shared/ui/marks/card.tsx';
import { isGap, voltageCurve } from './voltage-curve.ts';

const HEIGHT = 260;
const LABEL = 'Tensão média de cada 10 minutos, em V';
const READY: ChartState = { kind: 'ready' };
const EMPTY: ChartState = { kind: 'empty', message: 'Não há medições de tensão nesta semana.' };
const LOADING: ChartState = { kind: 'loading' };

/** The week as it went, phase by phase, between the ends of the adequate range. */
export const VoltageCard = ({
  supply,
  zone,
}: {
  /** Null while it is not known. */
  readonly supply: SupplyWeekAnswer | null;
  readonly zone: Zone;
}) => {
  const curve = useMemo(() => supply && voltageCurve(supply, zone), [supply, zone]);
  const state = supply === null ? LOADING : curve === null ? EMPTY : READY;
  return (
    <Card tour="supply-voltage" title="Tensão" qualifier="média de cada 10 minutos" terms={['tensao']}>
      <ChartFrame
        label={LABEL}
        state={state}
        height={HEIGHT}
        legend={curve?.legend ?? []}
        note="V"
        table={curve?.table ?? { columns: [], rows: [] }}
      >
        {curve && (
          <LineGraph
            label={LABEL}
            points={curve.read.points}
            color={curve.read.color}
            beside={curve.beside}
            scale={curve.scale}
            ticks={curve.ticks}
            rules={curve.rules}
            isGap={isGap}
            height={HEIGHT}
            describe={curve.describe}
          />
        )}
      </ChartFrame>
    </Card>
  );
};
