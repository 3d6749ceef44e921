import { SankeyGraph } from '@nascente/charts/sankey-graph';
import { ChartFrame, type ChartState } from '../charts/chart-frame.tsx';
import styles from './flow-chart.module.css';
import { describeNode, flowSentence, flowTable } from './flow-texts.ts';
import { type Flows, flowTree, isEmpty } from './flow-tree.ts';

interface FlowChartProps {
  readonly label: string;
  readonly flows: Flows;
  readonly valueText: (value: number) => string;
  readonly nothing: string;
}

const HEIGHT = 320;

export const FlowChart = ({ label, flows, valueText, nothing }: FlowChartProps) => {
  const tree = flowTree(flows);
  const state: ChartState = isEmpty(flows) ? { kind: 'empty', message: nothing } : { kind: 'ready' };
  return (
    <>
      {state.kind === 'ready' && <p className={styles.sentence}>{flowSentence(tree, valueText)}</p>}
      <ChartFrame label={label} state={state} height={HEIGHT} legend={[]} table={flowTable(flows, valueText)}>
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
