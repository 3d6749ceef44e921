import { type FocusEvent, type KeyboardEvent, type PointerEvent, useMemo, useState } from 'react';
import classes from './chart.module.css';
import { useChartFont } from './chart-font.ts';
import { ChartTooltip, type TooltipContent } from './chart-tooltip.tsx';
import { graphSlider } from './graph-slider.ts';
import styles from './sankey-graph.module.css';
import { layoutSankey, NODE_WIDTH, type SankeyDrawing, type SankeyTree } from './sankey-layout.ts';
import { stepThrough } from './step-through.ts';
import { textWidth } from './text-width.ts';
import { useSize } from './use-size.ts';

interface SankeyGraphProps {
  /** Accessible name: what flows, from where to where, in which unit. */
  readonly label: string;
  readonly tree: SankeyTree;
  readonly valueText: (value: number) => string;
  readonly describe: (key: string) => TooltipContent;
}

const FONT_SIZE = 12;
const LINE = 15;

const shortened = (text: string, width: number, family: string): string => {
  if (textWidth(text, FONT_SIZE, family) <= width) return text;
  const isRoom = (length: number): boolean =>
    textWidth(`${text.slice(0, length)}…`, FONT_SIZE, family) <= width;
  let length = text.length - 1;
  while (length > 1 && !isRoom(length)) length -= 1;
  return `${text.slice(0, length).trimEnd()}…`;
};

interface PictureProps {
  readonly drawing: SankeyDrawing;
  readonly width: number;
  readonly active: string | null;
  readonly valueText: (value: number) => string;
  readonly onPoint: (key: string) => void;
}

const Picture = ({ drawing, width, active, valueText, onPoint }: PictureProps) => {
  const { family } = useChartFont();
  const { nodes, ribbons, height } = drawing;
  return (
    <svg
      className={styles.drawing}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
      data-active={active !== null}
    >
      {ribbons.map(({ key, ends, color, path }) => (
        <path
          key={key}
          className={styles.ribbon}
          d={path}
          fill={`var(${color})`}
          data-lit={active !== null && ends.includes(active)}
          onPointerEnter={() => onPoint(ends[1])}
        />
      ))}
      {nodes.map((node) => (
        <g key={node.key} onPointerEnter={() => onPoint(node.key)} onPointerDown={() => onPoint(node.key)}>
          <rect
            x={node.x}
            y={node.y}
            width={NODE_WIDTH}
            height={node.height}
            rx={Math.min(2, node.height / 2)}
            fill={`var(${node.color})`}
          />
          <text className={styles.name} x={node.labelX} y={node.labelY - 2}>
            {shortened(node.label, node.labelWidth, family)}
          </text>
          <text className={styles.value} x={node.labelX} y={node.labelY - 2 + LINE}>
            {shortened(valueText(node.value), node.labelWidth, family)}
          </text>
        </g>
      ))}
    </svg>
  );
};

/** Flows from sources to ends. Knows sizes, pointer and keyboard; knows nothing of energy, water or money. */
export const SankeyGraph = ({ label, tree, valueText, describe }: SankeyGraphProps) => {
  const { ref, width } = useSize<HTMLDivElement>();
  const drawing = useMemo(() => layoutSankey(tree, width), [tree, width]);
  const [chosen, setChosen] = useState<string | null>(null);
  const { nodes, height } = drawing;
  const index = nodes.findIndex(({ key }) => key === chosen);
  const active = index < 0 ? null : index;
  const node = active === null ? undefined : nodes[active];
  const content = node === undefined ? null : describe(node.key);
  const handlers = {
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const next = stepThrough(event.key, active, nodes.length);
      if (next === undefined) return;
      event.preventDefault();
      setChosen(next === null ? null : (nodes[next]?.key ?? null));
    },
    onBlur: (_event: FocusEvent<HTMLElement>) => setChosen(null),
    onPointerLeave: (event: PointerEvent<HTMLElement>) => {
      if (event.pointerType === 'mouse') setChosen(null);
    },
  };
  return (
    <div
      ref={ref}
      className={classes.graph}
      style={{ minHeight: height }}
      {...graphSlider({ label, count: nodes.length, active, content })}
      {...handlers}
    >
      {width > 0 && (
        <Picture
          drawing={drawing}
          width={width}
          active={node?.key ?? null}
          valueText={valueText}
          onPoint={setChosen}
        />
      )}
      {content !== null && node !== undefined && (
        <ChartTooltip
          content={content}
          x={node.x + NODE_WIDTH / 2}
          y={node.y}
          width={width}
          reach={NODE_WIDTH}
        />
      )}
    </div>
  );
};
