/** Something that comes from somewhere or goes somewhere, in whatever unit; never below 0. */
export interface SankeyNode {
  readonly key: string;
  readonly label: string;
  readonly value: number;
  readonly color: `--${string}`;
}

/** What the whole goes to, by itself or by way of its leaves. */
export interface SankeyBranch extends SankeyNode {
  readonly leaves: readonly SankeyNode[];
}

/** From sources, if they are told apart, to a whole, from there to branches and their leaves. */
export interface SankeyTree {
  readonly sources: readonly SankeyNode[];
  readonly whole: SankeyNode;
  readonly branches: readonly SankeyBranch[];
  /** What leaves a source again without being part of the whole. */
  readonly past: readonly { readonly from: string; readonly node: SankeyNode }[];
}

interface PlacedNode extends SankeyNode {
  readonly x: number;
  readonly y: number;
  readonly height: number;
  /** Where its words begin, and how wide they may be. */
  readonly labelX: number;
  readonly labelY: number;
  readonly labelWidth: number;
  readonly isEnd: boolean;
}

interface Ribbon {
  readonly key: string;
  readonly ends: readonly [string, string];
  readonly color: `--${string}`;
  readonly path: string;
}

export interface SankeyDrawing {
  /** In the order in which keys walk through them: from the sources to the ends, from the top down. */
  readonly nodes: readonly PlacedNode[];
  readonly ribbons: readonly Ribbon[];
  readonly height: number;
}

export const NODE_WIDTH = 10;
/** Two lines of words. */
const ROW = 40;
const GAP = 10;
const LABEL_GAP = 8;
/** Words of a source and of the whole stand above them. */
const HEAD = 38;
/** The height of the whole, px. */
const WHOLE_HEIGHT = 220;
const MIN_HEIGHT = 1.5;
/** Below it branches are not told by their leaves: there is no room for a fourth column. */
const NARROW = 620;
/** The share of the width that the words of the last column take. */
const WORDS_SHARE = { wide: 0.26, narrow: 0.46 } as const;

const ribbonPath = (
  from: { readonly x: number; readonly y: number },
  to: { readonly x: number; readonly y: number },
  height: number,
): string => {
  const middle = (from.x + to.x) / 2;
  const curve = (x: number, y: number, endX: number, endY: number) =>
    `C${x},${y} ${x},${endY} ${endX},${endY}`;
  return [
    `M${from.x},${from.y}`,
    curve(middle, from.y, to.x, to.y),
    `L${to.x},${to.y + height}`,
    curve(middle, to.y + height, from.x, from.y + height),
    'Z',
  ].join(' ');
};

/** Without leaves where there is no room for them, or where none are told. */
const branchesIn = (branches: readonly SankeyBranch[], isNarrow: boolean): readonly SankeyBranch[] =>
  isNarrow ? branches.map((branch) => ({ ...branch, leaves: [] })) : branches;

/**
 * Places a tree of flows. Each end has a row of its own, high enough for its words; what it comes from stands in the middle of its
 * rows. So no ribbon runs over the words of another.
 */
export const layoutSankey = (tree: SankeyTree, width: number): SankeyDrawing => {
  const isNarrow = width < NARROW;
  const branches = branchesIn(tree.branches, isNarrow);
  const isDeep = branches.some(({ leaves }) => leaves.length > 0);
  const came = tree.sources.reduce((sum, { value }) => sum + value, 0);
  const scale = WHOLE_HEIGHT / Math.max(came, tree.whole.value, Number.EPSILON);
  const heightOf = ({ value }: SankeyNode): number => Math.max(value * scale, MIN_HEIGHT);
  const words = width * WORDS_SHARE[isNarrow ? 'narrow' : 'wide'];
  const wholeColumn = tree.sources.length > 0 ? 1 : 0;
  const columns = wholeColumn + (isDeep ? 2 : 1);
  const columnX = (column: number): number => ((width - words - NODE_WIDTH) / columns) * column;
  const columnStep = columnX(1);

  const place = (node: SankeyNode, column: number, y: number, isEnd: boolean): PlacedNode => {
    const [x, height] = [columnX(column), heightOf(node)];
    const isHeaded = column <= wholeColumn && !isEnd;
    return {
      ...node,
      x,
      y,
      height,
      labelX: isHeaded ? x : x + NODE_WIDTH + LABEL_GAP,
      labelY: isHeaded ? y - HEAD + ROW / 2 : y + height / 2,
      labelWidth: (isEnd ? width - x : columnStep) - (isHeaded ? 0 : NODE_WIDTH) - LABEL_GAP,
      isEnd,
    };
  };

  let row = HEAD;
  const nextRow = (node: SankeyNode, column: number): PlacedNode => {
    const band = Math.max(heightOf(node) + GAP, ROW);
    const placed = place(node, column, row + (band - heightOf(node)) / 2, true);
    row += band;
    return placed;
  };
  const middleOf = (node: SankeyNode, begin: number): number => (begin + row - heightOf(node)) / 2;

  const placedBranches = branches.map((branch) => {
    const begin = row;
    if (branch.leaves.length === 0) return { node: nextRow(branch, wholeColumn + 1), leaves: [] };
    const leaves = branch.leaves.map((leaf) => nextRow(leaf, wholeColumn + 2));
    return { node: place(branch, wholeColumn + 1, middleOf(branch, begin), false), leaves };
  });
  const whole = place(tree.whole, wholeColumn, Math.max(HEAD, middleOf(tree.whole, HEAD)), false);
  const past = tree.past.map(({ from, node }) => ({ from, node: nextRow(node, wholeColumn + 1) }));
  const sourcesHeight = tree.sources.reduce((sum, source) => sum + heightOf(source) + HEAD, 0);
  const height = Math.max(row, sourcesHeight, whole.y + whole.height + GAP);
  let sourceY = Math.max(HEAD, (height - sourcesHeight) / 2 + HEAD);
  const sources = tree.sources.map((source) => {
    const placed = place(source, 0, sourceY, false);
    sourceY += placed.height + HEAD;
    return placed;
  });

  const left = new Map<string, number>();
  const taken = new Map<string, number>();
  const ribbon = (from: PlacedNode, to: PlacedNode, value: number, color = to.color): Ribbon => {
    const [outY, inY] = [left.get(from.key) ?? 0, taken.get(to.key) ?? 0];
    const thickness = Math.max(value * scale, MIN_HEIGHT);
    left.set(from.key, outY + value * scale);
    taken.set(to.key, inY + value * scale);
    return {
      key: `${from.key} ${to.key}`,
      ends: [from.key, to.key],
      color,
      path: ribbonPath({ x: from.x + NODE_WIDTH, y: from.y + outY }, { x: to.x, y: to.y + inY }, thickness),
    };
  };
  const pastOf = ({ key }: SankeyNode) => past.filter(({ from }) => from === key);
  const toWhole = sources.map((source) => {
    const passed = pastOf(source).reduce((sum, { node }) => sum + node.value, 0);
    return ribbon(source, whole, Math.max(source.value - passed, 0), source.color);
  });
  const ribbons = [
    ...toWhole,
    ...placedBranches.flatMap(({ node, leaves }) => [
      ribbon(whole, node, node.value),
      ...leaves.map((leaf) => ribbon(node, leaf, leaf.value)),
    ]),
    ...sources.flatMap((source) => pastOf(source).map(({ node }) => ribbon(source, node, node.value))),
  ];
  const nodes = [
    ...sources,
    whole,
    ...placedBranches.flatMap(({ node, leaves }) => [node, ...leaves]),
    ...past.map(({ node }) => node),
  ];
  return { nodes, ribbons, height };
};
