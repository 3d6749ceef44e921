import type { ChartTableContent } from '@nascente/charts/chart-table';
import type { TooltipContent } from '@nascente/charts/chart-tooltip';
import type { SankeyTree } from '@nascente/charts/sankey-graph';
import type { EnergyFlow } from '@nascente/contract/money/energy-flow';
import { formatPercent } from '@nascente/domain/base/units/format';
import { estimatedText, isPartlyMeasured } from '@nascente/domain/energy/consumption/partly-measured';
import { completenessPercent } from '../consumption/completeness.ts';
import { listText } from '../counted-text.ts';
import { type Flows, meterKey, REST } from './flow-tree.ts';

const MAX_NAMED = 3;

/** A sentence about meters with gaps and the place of their part in the chart; `null` without gaps. */
export const missedText = ({
  parts,
  isFullyMeasured,
}: Pick<EnergyFlow, 'parts' | 'isFullyMeasured'>): string | null => {
  const missed = parts.filter(({ completeness, estimated = 0 }) =>
    isPartlyMeasured(completeness + estimated),
  );
  if (missed.length === 0) return null;
  const named = missed.slice(0, MAX_NAMED).map(({ name, completeness, estimated }) => {
    const shares = [`${completenessPercent(completeness)} medido`, estimatedText(estimated) ?? []];
    return `${name} (${shares.flat().join(', ')})`;
  });
  const left = missed.length - named.length;
  const names = listText(left === 0 ? named : [...named, left === 1 ? 'mais 1' : `mais ${left}`]);
  const where = isFullyMeasured ? `aparece em “${REST.label}”` : 'não aparece no desenho';
  return `Faltam medições de ${names}: o que faltou ${where}.`;
};

type ValueText = (value: number) => string;

const shareOf = (value: number, { root }: Pick<Flows, 'root'>): string =>
  root.value > 0 ? formatPercent(value / root.value) : '–';

export const flowSentence = (tree: SankeyTree, valueText: ValueText): string => {
  const { root, branches } = tree;
  const measured = branches
    .filter(({ key }) => key.startsWith('meter ') || key.startsWith('system '))
    .sort((one, other) => other.value - one.value);
  const largestParts = measured
    .slice(0, 2)
    .map(({ label, value }) => `${label} ${valueText(value)} (${shareOf(value, tree)})`);
  const rest = branches.find(({ key }) => key === 'rest');
  const all = valueText(root.value);
  const isRestLargest = (rest?.value ?? 0) > (measured[0]?.value ?? 0);
  const largest =
    largestParts.length === 0
      ? `Ao todo, ${all}.`
      : `De ${all}, o maior consumo${isRestLargest ? ' medido' : ''} é de ${largestParts.join(' e ')}.`;
  if (rest === undefined) return largest;
  return `${largest} Sem medidor próprio ficam ${valueText(rest.value)} (${shareOf(rest.value, tree)}).`;
};

export const flowTable = (flows: Flows, valueText: ValueText): ChartTableContent => {
  const hasEstimates = flows.parts.some(({ estimated }) => estimatedText(estimated) !== null);
  const ofEstimates = (text: string) => (hasEstimates ? [text] : []);
  const row = (name: string, value: number, { system = '–', data = '–' } = {}) => [
    name,
    system,
    valueText(value),
    shareOf(value, flows),
    ...ofEstimates(data),
  ];
  return {
    columns: ['De ou para', 'Sistema', 'Quanto', 'Parte do total', ...ofEstimates('Dados')],
    rows: [
      ...flows.sources.filter(({ value }) => value > 0).map(({ label, value }) => row(`De: ${label}`, value)),
      ...[...flows.parts]
        .sort((one, other) => other.value - one.value)
        .map(({ name, value, system, estimated }) =>
          row(name, value, { system: system ?? '–', data: estimatedText(estimated) ?? '–' }),
        ),
      ...flows.others.filter(({ value }) => value > 0).map(({ label, value }) => row(label, value)),
      ...(flows.toGrid > 0 ? [row('De volta à rede', flows.toGrid)] : []),
    ],
  };
};

export const describeNode =
  (tree: SankeyTree, valueText: ValueText, parts: Flows['parts'] = []) =>
  (key: string): TooltipContent => {
    const nodes = [
      ...tree.sources,
      tree.root,
      ...tree.branches.flatMap((branch) => [branch, ...branch.leaves]),
      ...tree.past.map(({ node }) => node),
    ];
    const node = nodes.find((one) => one.key === key) ?? tree.root;
    const note = estimatedText(parts.find(({ id }) => meterKey(id) === node.key)?.estimated);
    return {
      title: node.label,
      rows: [
        { label: 'Quanto', value: valueText(node.value), color: node.color },
        ...(node === tree.root ? [] : [{ label: 'Do total', value: shareOf(node.value, tree) }]),
      ],
      ...(note !== null && { note }),
    };
  };
