import type { Board } from '@nascente/contract/sites/meters';
import { formatNumber, formatPower } from '@nascente/domain/base/units/format';
import { energyBalance } from '@nascente/domain/energy/subjects/energy-balance';
import { normalizeMac } from '@nascente/domain/sites/boards/mac';
import { isInverter } from '../../shared/boards/solar-role.ts';
import { useNow } from '../../shared/consumption/use-now.ts';
import { FlowChart } from '../../shared/flow/flow-chart.tsx';
import { type Flows, REST, sourcesOf } from '../../shared/flow/flow-tree.ts';
import { isSilent } from '../../shared/live/connection.ts';
import { totalWatts } from '../../shared/live/instant-power.ts';
import type { LiveMeter } from '../../shared/live-meters.ts';
import { Card } from '../../shared/ui/marks/card.tsx';
import { useLiveMeters } from '../../shared/use-live-meter.ts';
import styles from './energy-flow.module.css';

interface FlowNowProps {
  readonly boards: readonly Board[];
  readonly isWater: boolean;
}

/** A meter and what flows through it now: W, above 0 from the grid; of water L/min. */
interface HeardMeter {
  readonly board: Board;
  readonly flow: number;
}

const STEP_MS = 10_000;

const flowIn = ({ frame }: LiveMeter, isWater: boolean): number | null => {
  if (frame === null) return null;
  return isWater ? frame.flow : totalWatts(frame);
};

/** Where it goes at this moment, by the meters that were heard. */
export const flowsNow = (heard: readonly HeardMeter[], isWater: boolean): Flows => {
  const generals = heard.filter(({ board }) => board.isGeral);
  const inverters = heard.filter(({ board }) => isInverter(board));
  const parts = heard
    .filter(({ board }) => !board.isGeral && !isInverter(board))
    .map(({ board, flow }) => ({
      id: board.id,
      name: board.name,
      system: board.system,
      value: Math.max(flow, 0),
      total: Math.max(flow, 0),
    }));
  const sumOf = (meters: readonly HeardMeter[], value: (flow: number) => number): number =>
    meters.reduce((sum, { flow }) => sum + value(flow), 0);
  const isMeasuredWhole = generals.length > 0;
  const balance = energyBalance({
    consumed: isMeasuredWhole ? sumOf(generals, (flow) => Math.max(flow, 0)) : null,
    exported: sumOf(generals, (flow) => Math.max(-flow, 0)),
    generated: inverters.length === 0 ? null : sumOf(inverters, Math.abs),
    parts,
  });
  const { fromGrid, fromPanels, excess, toGrid } = balance;
  return {
    sources: sourcesOf(balance, { isMeasuredWhole, isWater }),
    whole: {
      key: 'whole',
      label: 'Em uso aqui',
      value: fromGrid + fromPanels + excess - toGrid,
      color: isWater ? '--water' : '--off-peak',
    },
    parts,
    others: [{ ...REST, value: balance.rest }],
    toGrid,
  };
};

const litres = (flow: number): string => `${formatNumber(flow, flow < 10 ? 1 : 0)}\u00a0L/min`;

/** Nothing in use is only told by all of the meters. */
export const nothingText = (heard: number, all: number): string => {
  if (heard === 0) return 'Aguardando a primeira mensagem dos medidores.';
  return heard < all
    ? 'Ainda não chegaram as mensagens de todos os medidores.'
    : 'Nada está em uso neste momento.';
};

/** The same at this moment. A meter that is silent is left out, and counted. */
export const FlowNow = ({ boards, isWater }: FlowNowProps) => {
  const now = useNow(STEP_MS);
  const live = useLiveMeters(
    boards.map(({ macAddress }) => normalizeMac(macAddress)).filter((mac) => mac !== null),
  );
  const heard = boards.flatMap((board, index): HeardMeter[] => {
    const meter = live[index];
    if (meter === undefined || isSilent(meter, board, now)) return [];
    const flow = flowIn(meter, isWater);
    return flow === null ? [] : [{ board, flow }];
  });
  const missing = boards.length - heard.length;
  const isGeneralMissing = boards.some(
    (board) => board.isGeral && !heard.some((one) => one.board.id === board.id),
  );
  return (
    <Card title="Agora" tour="flow-chart" qualifier={`${heard.length} de ${boards.length} medidores`}>
      <FlowChart
        label={isWater ? 'Para onde vai a água agora, em L/min' : 'Para onde vai a potência agora'}
        flows={flowsNow(heard, isWater)}
        valueText={isWater ? litres : formatPower}
        nothing={nothingText(heard.length, boards.length)}
      />
      {missing > 0 && (
        <p className={styles.note}>
          {missing === 1 ? 'Falta a mensagem de 1 medidor' : `Faltam as mensagens de ${missing} medidores`}
          {isGeneralMissing && ', entre eles o geral: o que não tem medidor próprio não aparece'}.
        </p>
      )}
    </Card>
  );
};
