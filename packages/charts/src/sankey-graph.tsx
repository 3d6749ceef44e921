import { type SankeyLink, sankey, sankeyLinkHorizontal } from 'd3-sankey';
import { useMemo } from 'react';
import { type MeasureText, useMeasureText } from './axis-labels.ts';
import { ChartTooltip, type TooltipContent } from './chart-tooltip.tsx';
import { Graph, useSelection } from './graph.tsx';
import classes from './sankey-graph.module.css';
import { useSize } from './use-size.ts';

/** A source or target of a flow, in any unit; never below 0. */
export interface SankeyNode {
  readonly key: string;
  readonly label: string;
  readonly value: number;
  readonly color: `--${string}`;
}

/** A target of the whole, divided into leaves where it has any. */
export interface SankeyBranch extends SankeyNode {
  readonly leaves: readonly SankeyNode[];
}

/** Sources flow into the whole, the whole into branches and their leaves. Without sources the whole stands first. */
export interface SankeyTree {
  readonly sources: readonly SankeyNode[];
  readonly root: SankeyNode;
  readonly branches: readonly SankeyBranch[];
  /** Flows that leave a source without being part of the whole. */
  readonly past: readonly { readonly from: string; readonly node: SankeyNode }[];
}

interface FlowNode {
  readonly one: SankeyNode;
  /** Height in the unit of the flows; d3-sankey adds up the links otherwise. */
  readonly fixedValue: number;
  /** The text stands above the node, otherwise beside it. */
  readonly isHeaded: boolean;
}
interface FlowLink {
  readonly color: `--${string}`;
}
type PlacedLink = SankeyLink<FlowNode, FlowLink>;

const NODE_WIDTH = 10;
/** Two lines of text, px. */
const ROW = 30;
const LABEL_GAP = 8;
/** Text above a source or the whole, px. */
const HEAD = 38;
/** Height of the whole, px. */
const FULL_HEIGHT = 220;
const MIN_HEIGHT = 1.5;
/** Narrower drawings have no room for a column of leaves, px. */
const NARROW = 620;
/** Share of the width for the text of the last column. */
const TEXT_SHARE = { wide: 0.26, narrow: 0.46 } as const;
const FONT_SIZE = 12;
const LINE = 15;

const nodeOf = (one: SankeyNode, isHeaded = false): FlowNode => ({ one, fixedValue: one.value, isHeaded });
const linkOf = (source: SankeyNode, target: SankeyNode, value: number, { color } = target) => ({
  source: source.key,
  target: target.key,
  value,
  color,
});

/** The tree as nodes and links, in the order of keyboard navigation: from the sources to the ends, from the top down. */
const flowOf = ({ sources, root, branches, past }: SankeyTree) => {
  const passing = (key: string): number =>
    past.filter(({ from }) => from === key).reduce((sum, { node: { value } }) => sum + value, 0);
  return {
    nodes: [
      ...sources.map((source) => nodeOf(source, true)),
      nodeOf(root, true),
      ...branches.flatMap((branch) => [branch, ...branch.leaves].map((one) => nodeOf(one))),
      ...past.map(({ node }) => nodeOf(node)),
    ],
    links: [
      ...sources.map((source) =>
        linkOf(source, root, Math.max(source.value - passing(source.key), 0), source),
      ),
      ...branches.flatMap((branch) => [
        linkOf(root, branch, branch.value),
        ...branch.leaves.map((leaf) => linkOf(branch, leaf, leaf.value)),
      ]),
      ...past.flatMap(({ from, node }) =>
        sources.filter(({ key }) => key === from).map((source) => linkOf(source, node, node.value)),
      ),
    ],
  };
};

export const layoutSankey = (tree: SankeyTree, width: number) => {
  const isNarrow = width < NARROW;
  const branches = isNarrow ? tree.branches.map((branch) => ({ ...branch, leaves: [] })) : tree.branches;
  const ends = branches.reduce((sum, { leaves }) => sum + Math.max(leaves.length, 1), 0) + tree.past.length;
  const right = Math.max(width * (1 - TEXT_SHARE[isNarrow ? 'narrow' : 'wide']), NODE_WIDTH);
  const bottom = HEAD + FULL_HEIGHT + Math.max(ends, tree.sources.length) * ROW;
  const { nodes, links } = sankey<FlowNode, FlowLink>()
    .nodeId(({ one }) => one.key)
    // d3-sankey keeps the order of the nodes for `null`, which its types do not list.
    .nodeSort(null as never)
    .nodeWidth(NODE_WIDTH)
    .nodePadding(ROW)
    .extent([
      [0, HEAD],
      [right, bottom],
    ])(flowOf({ ...tree, branches }));
  const columns = Math.max(...nodes.map(({ depth }) => depth ?? 0));
  return {
    height: bottom + ROW / 2,
    links,
    nodes: nodes.map(({ one, isHeaded, sourceLinks = [], x0, y0 = HEAD, y1 = HEAD }) => {
      const left = x0 || 0;
      const next = sourceLinks.length === 0 ? width : left + (right - NODE_WIDTH) / columns;
      const x = isHeaded ? left : left + NODE_WIDTH + LABEL_GAP;
      return {
        one,
        x: left,
        y: y0,
        height: Math.max(y1 - y0, MIN_HEIGHT),
        text: { x, y: (isHeaded ? y0 - LINE - 4 : (y0 + y1) / 2) - 2, width: next - x - LABEL_GAP },
      };
    }),
  };
};

type SankeyDrawing = ReturnType<typeof layoutSankey>;

const shortened = (text: string, width: number, measure: MeasureText): string => {
  if (measure(text, FONT_SIZE) <= width) return text;
  let { length } = text;
  do length -= 1;
  while (length > 1 && measure(`${text.slice(0, length)}…`, FONT_SIZE) > width);
  return `${text.slice(0, length).trimEnd()}…`;
};

const keyOf = (end: PlacedLink['source']): string => (typeof end === 'object' ? end.one.key : String(end));
const pathOf = sankeyLinkHorizontal<FlowNode, FlowLink>();

interface PictureProps {
  readonly drawing: SankeyDrawing;
  readonly width: number;
  readonly active: string | null;
  readonly valueText: (value: number) => string;
  readonly onPoint: (key: string) => void;
}

const Picture = ({ drawing, width, active, valueText, onPoint }: PictureProps) => {
  const measure = useMeasureText();
  const { nodes, links, height } = drawing;
  return (
    <svg
      className={classes.drawing}
      width={width}
      height={height}
      aria-hidden="true"
      data-active={active !== null}
    >
      {links.map((link) => {
        const [from, to] = [keyOf(link.source), keyOf(link.target)];
        return (
          <path
            key={`${from} ${to}`}
            className={classes.ribbon}
            d={pathOf(link) ?? ''}
            style={{ stroke: `var(${link.color})`, strokeWidth: Math.max(link.width ?? 0, MIN_HEIGHT) }}
            data-lit={active === from || active === to}
            onPointerEnter={() => onPoint(to)}
          />
        );
      })}
      {nodes.map(({ one, x, y, height: high, text }) => (
        <g key={one.key} onPointerEnter={() => onPoint(one.key)} onPointerDown={() => onPoint(one.key)}>
          <rect
            x={x}
            y={y}
            width={NODE_WIDTH}
            height={high}
            rx={Math.min(2, high / 2)}
            style={{ fill: `var(${one.color})` }}
          />
          <text className={classes.name} x={text.x} y={text.y}>
            {shortened(one.label, text.width, measure)}
          </text>
          <text className={classes.value} x={text.x} y={text.y + LINE}>
            {shortened(valueText(one.value), text.width, measure)}
          </text>
        </g>
      ))}
    </svg>
  );
};

interface SankeyGraphProps {
  /** Accessible name: quantity, source, target and unit. */
  readonly label: string;
  readonly tree: SankeyTree;
  readonly valueText: (value: number) => string;
  readonly describe: (key: string) => TooltipContent;
}

/** Flows from sources to ends. */
export const SankeyGraph = ({ label, tree, valueText, describe }: SankeyGraphProps) => {
  const { ref, width } = useSize<HTMLDivElement>();
  const drawing = useMemo(() => layoutSankey(tree, width), [tree, width]);
  const { nodes, height } = drawing;
  const selection = useSelection({ count: nodes.length });
  const active = selection.active === null ? undefined : nodes[selection.active];
  const content = active === undefined ? null : describe(active.one.key);
  const select = (key: string): void => selection.select(nodes.findIndex(({ one }) => one.key === key));
  return (
    <Graph {...{ ref, label, selection, content }} minHeight={height}>
      {width > 0 && (
        <Picture
          drawing={drawing}
          width={width}
          active={active?.one.key ?? null}
          valueText={valueText}
          onPoint={select}
        />
      )}
      {content !== null && active !== undefined && (
        <ChartTooltip
          content={content}
          x={active.x + NODE_WIDTH / 2}
          y={active.y}
          width={width}
          reach={NODE_WIDTH}
        />
      )}
    </Graph>
  );
};
