import { describe, expect, it } from 'vitest';
import { layoutSankey, type SankeyNode, type SankeyTree } from './sankey-layout.ts';

const node = (key: string, value: number): SankeyNode => ({ key, label: key, value, color: '--off-peak' });
const leaf = (key: string, value: number) => ({ ...node(key, value), leaves: [] });

const TREE: SankeyTree = {
  sources: [node('grid', 80), node('panels', 30)],
  whole: node('whole', 100),
  branches: [
    { ...node('cold', 60), leaves: [node('room', 40), node('counter', 20)] },
    leaf('oven', 30),
    leaf('rest', 10),
  ],
  past: [{ from: 'panels', node: node('back', 10) }],
};
const placed = (tree: SankeyTree, width: number) => {
  const { nodes, ...drawing } = layoutSankey(tree, width);
  return { ...drawing, nodes, node: (key: string) => nodes.find((one) => one.key === key) };
};

describe('a tree of flows', () => {
  it('has heights that stand to each other as the values do, and every node within its height', () => {
    const { nodes, node: find, height } = placed(TREE, 1000);
    expect((find('cold')?.height ?? 0) / (find('oven')?.height ?? 1)).toBeCloseTo(2, 6);
    for (const one of nodes) {
      expect(one.y).toBeGreaterThan(0);
      expect(one.y + one.height).toBeLessThanOrEqual(height);
      expect(one.labelX + one.labelWidth).toBeLessThanOrEqual(1000);
    }
  });

  it('gives each end a row of its own, also those of next to nothing', () => {
    const many = Array.from({ length: 12 }, (_, index) => leaf(`tiny ${index}`, 0.001));
    const { nodes } = placed({ ...TREE, branches: [leaf('oven', 100), ...many] }, 1000);
    const ends = nodes.filter(({ isEnd }) => isEnd).map(({ labelY }) => labelY);
    const steps = ends.slice(1).map((y, index) => y - (ends[index] ?? 0));
    expect(Math.min(...steps)).toBeGreaterThanOrEqual(40);
  });

  it('tells branches without their leaves where it is narrow', () => {
    const wide = placed(TREE, 1000);
    const narrow = placed(TREE, 320);
    expect(wide.node('room')?.isEnd).toBe(true);
    expect(narrow.node('room')).toBeUndefined();
    expect(narrow.node('cold')?.isEnd).toBe(true);
    expect(narrow.ribbons.map(({ key }) => key)).not.toContain('cold room');
  });

  it('leads past the whole what a source gives away again', () => {
    const { ribbons } = placed(TREE, 1000);
    expect(ribbons.map(({ key }) => key)).toEqual([
      'grid whole',
      'panels whole',
      'whole cold',
      'cold room',
      'cold counter',
      'whole oven',
      'whole rest',
      'panels back',
    ]);
  });

  it('begins with the whole where no sources are told apart', () => {
    const { node: find } = placed({ ...TREE, sources: [], past: [] }, 1000);
    expect(find('whole')?.x).toBe(0);
  });

  it('has a place for nothing at all', () => {
    const { height, ribbons } = placed({ sources: [], whole: node('whole', 0), branches: [], past: [] }, 320);
    expect(Number.isFinite(height)).toBe(true);
    expect(ribbons).toEqual([]);
  });
});
