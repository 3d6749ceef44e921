import { SankeyGraph } from '@nascente/charts/sankey-graph';
import type { EnergyFlow } from '@nascente/contract/money/energy-flow';
import { ChartFrame, type ChartState } from '../charts/chart-frame.tsx';
import { moneyText, quantityText } from '../consumption/amount.ts';
import { completenessText } from '../consumption/completeness.ts';
import { Notice } from '../ui/notice.tsx';
import type { Unit } from '../use-unit.ts';
import styles from './flow-chart.module.css';
import { describeNode, flowSentence, flowTable, missedText } from './flow-texts.ts';
import { type Flows, flowTree, isEmpty, moneyFlows, quantityFlows } from './flow-tree.ts';

interface FlowChartProps {
  readonly label: string;
  readonly flows: Flows;
  readonly valueText: (value: number) => string;
  readonly nothing: string;
}

export const FlowChart = ({ label, flows, valueText, nothing }: FlowChartProps) => {
  const tree = flowTree(flows);
  const state: ChartState = isEmpty(flows) ? { kind: 'empty', message: nothing } : { kind: 'ready' };
  return (
    <>
      {state.kind === 'ready' && <p className={styles.sentence}>{flowSentence(tree, valueText)}</p>}
      <ChartFrame label={label} state={state} height={320} legend={[]} table={flowTable(flows, valueText)}>
        <SankeyGraph
          label={label}
          tree={tree}
          valueText={valueText}
          describe={describeNode(tree, valueText, flows.parts)}
        />
      </ChartFrame>
    </>
  );
};

const NO_TARIFF = 'Sem tarifa, a fatura não pode ser calculada: o desenho está em quantidade, não em R$.';
const ONLY_POSITIVE =
  'Créditos diminuem a fatura e não aparecem no desenho; o total da fatura já os desconta.';

const hasCredits = ({ rest, parts }: EnergyFlow): boolean =>
  [rest.amount, rest.fixed, rest.unshared, ...parts.map(({ amount }) => amount)].some(
    (amount) => amount !== null && amount < 0,
  );

export const FlowOfDays = ({ flow, unit }: { readonly flow: EnergyFlow; readonly unit: Unit }) => {
  const money = unit === 'money' ? moneyFlows(flow) : null;
  const isMoney = money !== null;
  const isMeasured = flow.completeness + (flow.estimated ?? 0) > 0;
  const inUnit = (value: number) => quantityText(value, flow.type);
  const missed = isMeasured ? missedText(flow) : null;
  const notes = [
    ...(missed === null ? [] : [missed]),
    ...(unit === 'money' && !isMoney ? [NO_TARIFF] : []),
    ...(isMoney && hasCredits(flow) ? [ONLY_POSITIVE] : []),
    ...flow.notes,
  ];
  return (
    <>
      <FlowChart
        label={isMoney ? 'Para onde vai a fatura, em R$' : 'Para onde vai o consumo'}
        flows={money ?? quantityFlows(flow)}
        valueText={isMoney ? moneyText : inUnit}
        nothing="Não chegou nenhuma medição neste período."
      />
      <p className={styles.note}>
        {isMeasured && flow.total !== null && `Fatura de ${moneyText(flow.total)} · `}
        {completenessText(flow.completeness, flow.estimated)}
      </p>
      {notes.length > 0 && (
        <div className={styles.notes}>
          <Notice tone="info">
            {notes.map((note) => (
              <p key={note}>{note}</p>
            ))}
          </Notice>
        </div>
      )}
    </>
  );
};
