import { describe, expect, it } from 'vitest';
import { layoutSankey, type SankeyNode, type SankeyTree } from './sankey-graph.tsx';

const node = (key: string, value: number): SankeyNode => ({ key, label: key, value, color: '--off-peak' });
const branch = (key: string, value: number) => ({ ...node(key, value), leaves: [] });

const TREE: SankeyTree = {
  sources: [node('grid', 80), node('panels', 30)],
  root: node('whole', 100),
  branches: [
    { ...node('cold', 60), leaves: [node('room', 40), node('counter', 20)] },
    branch('oven', 30),
    branch('rest', 10),
  ],
  past: [{ from: 'panels', node: node('back', 10) }],
};
const placed = (tree: SankeyTree, width: number) => {
  const { nodes, links, height } = layoutSankey(tree, width);
  return { nodes, links, height, find: (key: string) => nodes.find(({ one }) => one.key === key) };
};

describe('a tree of flows', () => {
  it('draws each node as high as its value, and its text within the drawing', () => {
    const { nodes, find, height } = placed(TREE, 1000);
    expect((find('cold')?.height ?? 0) / (find('oven')?.height ?? 1)).toBeCloseTo(2, 6);
    for (const { y, height: high, text } of nodes) {
      expect(y).toBeGreaterThan(0);
      expect(y + high).toBeLessThanOrEqual(height);
      expect(text.x + text.width).toBeLessThanOrEqual(1000);
    }
  });

  it('reserves two lines of text for each end, including ends with tiny values', () => {
    const many = Array.from({ length: 12 }, (_, index) => branch(`tiny ${index}`, 0.001));
    const { nodes } = placed({ ...TREE, branches: [branch('oven', 100), ...many] }, 1000);
    const lines = nodes.filter(({ one }) => one.key.startsWith('tiny')).map(({ text }) => text.y);
    const steps = lines.slice(1).map((y, index) => y - (lines[index] ?? 0));
    expect(Math.min(...steps)).toBeGreaterThanOrEqual(30);
  });

  it('omits the leaves of branches in a narrow drawing', () => {
    expect(placed(TREE, 1000).find('room')).toBeDefined();
    expect(placed(TREE, 320).find('room')).toBeUndefined();
  });

  it('starts with the total when there are no sources', () => {
    expect(placed({ ...TREE, sources: [], past: [] }, 1000).find('whole')?.x).toBe(0);
  });

  it('draws a total without branches', () => {
    const { height, nodes, links } = placed(
      { sources: [], root: node('whole', 0), branches: [], past: [] },
      320,
    );
    expect(Number.isFinite(height)).toBe(true);
    expect(nodes.map(({ x }) => x)).toEqual([0]);
    expect(links).toEqual([]);
  });
});
