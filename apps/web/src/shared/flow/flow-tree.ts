import type { SankeyBranch, SankeyNode, SankeyTree } from '@nascente/charts/sankey-graph';
import type { EnergyFlow, FlowPart } from '@nascente/contract/money/energy-flow';
import { nameOrder } from '../fold-for-search.ts';

export interface Flows {
  readonly sources: readonly SankeyNode[];
  readonly root: SankeyNode;
  readonly parts: readonly {
    readonly id: string;
    readonly name: string;
    readonly system: string | null;
    readonly value: number;
    /** The estimated share of quarter-hours, 0 to 1; absent without one, and for the present flow. */
    readonly estimated?: number | undefined;
  }[];
  readonly others: readonly SankeyNode[];
  /** Energy from the panels to the grid. */
  readonly toGrid: number;
}

/** More branches are grouped: thirty ribbons are unreadable. */
const MAX_BRANCHES = 10;
const MAX_LEAVES = 6;
const PANELS = 'panels';

const bySize = (one: SankeyNode, other: SankeyNode): number =>
  other.value - one.value || nameOrder.compare(one.label, other.label);
const sumOf = (nodes: readonly SankeyNode[]): number => nodes.reduce((sum, { value }) => sum + value, 0);

const largest = <N extends SankeyNode>(
  nodes: readonly N[],
  maximum: number,
  toOne: (node: SankeyNode) => N,
): N[] => {
  const sorted = [...nodes].sort(bySize);
  if (sorted.length <= maximum) return sorted;
  const small = sorted.slice(maximum - 1);
  const key = `others of ${small[0]?.key ?? ''}`;
  const label = `Outros ${small.length}`;
  return [
    ...sorted.slice(0, maximum - 1),
    toOne({ key, label, value: sumOf(small), color: small[0]?.color ?? '--off-peak' }),
  ];
};

/** The node key of a meter. */
export const meterKey = (id: string): string => `meter ${id}`;

const meterNode =
  (color: SankeyNode['color']) =>
  ({ id, name, value }: Flows['parts'][number]): SankeyNode => ({
    key: meterKey(id),
    label: name,
    value,
    color,
  });

/** Case and accents do not distinguish systems. */
const systemsOf = (parts: Flows['parts']) => {
  const systems: { name: string; parts: Flows['parts'][number][] }[] = [];
  for (const part of parts) {
    const { system } = part;
    if (system === null) continue;
    const match = systems.find(({ name }) => nameOrder.compare(name, system) === 0);
    if (match === undefined) systems.push({ name: system, parts: [part] });
    else match.parts.push(part);
  }
  return systems;
};

const asBranch = (node: SankeyNode): SankeyBranch => ({ ...node, leaves: [] });

/** The drawn tree: systems with their meters, single meters, and other parts. Zero parts are left out. */
export const flowTree = (flows: Flows): SankeyTree => {
  const { color } = flows.root;
  const toNode = meterNode(color);
  const flowing = flows.parts.filter(({ value }) => value > 0);
  const systems = systemsOf(flowing).map(({ name, parts }): SankeyBranch => {
    const leaves = largest(parts.map(toNode), MAX_LEAVES, (node) => node);
    return { key: `system ${name}`, label: name, value: sumOf(leaves), color, leaves };
  });
  const lone = flowing.filter(({ system }) => system === null).map((part) => asBranch(toNode(part)));
  const sources = flows.sources.filter(({ value }) => value > 0);
  const [only] = sources;
  // A single source is the whole and needs no node.
  const isOnly = sources.length === 1 && only !== undefined && flows.toGrid === 0;
  return {
    sources: isOnly ? [] : sources,
    root: isOnly ? { ...flows.root, label: only.label, color: only.color } : flows.root,
    branches: [
      ...[...systems].sort(bySize),
      ...largest(lone, Math.max(MAX_BRANCHES - systems.length, 2), asBranch),
      ...flows.others.filter(({ value }) => value > 0).map(asBranch),
    ],
    past:
      flows.toGrid > 0
        ? [
            {
              from: PANELS,
              node: { key: 'to grid', label: 'De volta à rede', value: flows.toGrid, color: '--injected' },
            },
          ]
        : [],
  };
};

export const isEmpty = ({ sources }: Flows): boolean => sumOf(sources) <= 0;

export const REST: Pick<SankeyNode, 'key' | 'label' | 'color'> = {
  key: 'rest',
  label: 'Sem medidor próprio',
  color: '--neutral-mark',
};

const partOf = (quantityOf: (part: FlowPart) => number) => (part: FlowPart) => ({
  id: part.id,
  name: part.name,
  system: part.system,
  value: Math.max(quantityOf(part), 0),
  estimated: part.estimated,
});

/** Sources: grid, panels, and consumption beyond both. */
export const sourcesOf = (
  { fromGrid, fromPanels, excess }: Pick<EnergyFlow, 'fromGrid' | 'fromPanels' | 'excess'>,
  { isFullyMeasured, isWater }: { readonly isFullyMeasured: boolean; readonly isWater: boolean },
): SankeyNode[] => [
  {
    key: 'grid',
    label: isFullyMeasured ? 'Rede' : 'Medidores',
    value: fromGrid,
    color: isWater ? '--water' : '--off-peak',
  },
  { key: PANELS, label: 'Painéis solares', value: fromPanels, color: '--injected' },
  { key: 'excess', label: 'Medido a mais', value: excess, color: '--warn' },
];

/** kWh or m³ of a period. */
export const quantityFlows = (flow: EnergyFlow): Flows => {
  const isWater = flow.type === 'water';
  const sources = sourcesOf(flow, { isFullyMeasured: flow.isFullyMeasured, isWater });
  return {
    sources,
    root: {
      key: 'whole',
      label: 'Consumido aqui',
      value: sumOf(sources) - flow.toGrid,
      color: isWater ? '--water' : '--off-peak',
    },
    parts: flow.parts.map(partOf(({ total }) => total)),
    others: [{ ...REST, value: flow.rest.total }],
    toGrid: flow.toGrid,
  };
};

/** R$ of a period, null without a tariff. Negative amounts appear in the table only. */
export const moneyFlows = (flow: EnergyFlow): Flows | null => {
  if (flow.total === null) return null;
  const color = flow.type === 'water' ? '--water' : '--off-peak';
  const parts = flow.parts.map(partOf(({ amount }) => amount ?? 0));
  const others: SankeyNode[] = [
    { ...REST, value: Math.max(flow.rest.amount ?? 0, 0) },
    {
      key: 'fixed',
      label: 'Linhas fixas',
      value: Math.max(flow.rest.fixed ?? 0, 0),
      color: '--line-strong',
    },
    {
      key: 'unshared',
      label: 'Sem consumo',
      value: Math.max(flow.rest.unshared ?? 0, 0),
      color: '--line-strong',
    },
  ];
  const value = parts.reduce((sum, part) => sum + part.value, 0) + sumOf(others);
  return {
    sources: [{ key: 'bill', label: 'Fatura', value, color }],
    root: { key: 'whole', label: 'Fatura', value, color },
    parts,
    others,
    toGrid: 0,
  };
};
