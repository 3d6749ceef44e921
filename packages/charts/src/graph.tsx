import { type KeyboardEvent, type PointerEvent, type ReactNode, type Ref, useState } from 'react';
import classes from './chart.module.css';
import { type TooltipContent, tooltipText } from './chart-tooltip.tsx';

/** The value that the keyboard reaches from here; `undefined` where the key has no meaning for a chart. */
export const stepThrough = (key: string, active: number | null, count: number): number | null | undefined => {
  if (count === 0) return undefined;
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return active === null ? 0 : Math.min(active + 1, count - 1);
    case 'ArrowLeft':
    case 'ArrowDown':
      return active === null ? count - 1 : Math.max(active - 1, 0);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    case 'PageUp':
      return Math.max((active ?? count) - 7, 0);
    case 'PageDown':
      return Math.min((active ?? -1) + 7, count - 1);
    case 'Escape':
      return null;
    default:
      return undefined;
  }
};

interface SelectionOptions {
  readonly count: number;
  /** The value at a position within the graph, px. A graph without it selects values by its own elements. */
  readonly indexAt?: (x: number, y: number) => number | null;
  readonly step?: typeof stepThrough;
  /** Called for Enter or a double click on a value. */
  readonly onOpen?: ((index: number) => void) | undefined;
}

/** One value is selected at a time, by hover, tap or keys. */
export const useSelection = ({ count, indexAt, step = stepThrough, onOpen }: SelectionOptions) => {
  const [chosen, select] = useState<number | null>(null);
  const active = chosen !== null && chosen < count ? chosen : null;
  const follow = (event: PointerEvent<HTMLElement>): void => {
    if (indexAt === undefined) return;
    const { left, top } = event.currentTarget.getBoundingClientRect();
    select(indexAt(event.clientX - left, event.clientY - top));
  };
  const open = (): void => {
    if (active !== null) onOpen?.(active);
  };
  const handlers = {
    onPointerMove: follow,
    onPointerDown: follow,
    onPointerLeave: (event: PointerEvent<HTMLElement>) => {
      if (event.pointerType === 'mouse') select(null);
    },
    onBlur: () => select(null),
    onDoubleClick: open,
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.key === 'Enter') open();
      const next = step(event.key, active, count);
      if (next === undefined) return;
      event.preventDefault();
      select(next);
    },
  };
  return { active, count, select, handlers };
};

type Selection = ReturnType<typeof useSelection>;

/** Attributes of the element that takes pointer and keys. To screen readers it is a slider over the values (WAI-ARIA 1.2). */
export const sliderOf = (label: string, selection: Selection, content: TooltipContent | null) =>
  ({
    ...selection.handlers,
    role: 'slider',
    tabIndex: 0,
    'aria-label': label,
    'aria-orientation': 'horizontal',
    'aria-valuemin': 1,
    'aria-valuemax': Math.max(selection.count, 1),
    'aria-valuenow': (selection.active ?? 0) + 1,
    'aria-valuetext': content === null ? 'Use as setas para percorrer os valores' : tooltipText(content),
  }) as const;

interface GraphProps {
  readonly label: string;
  readonly selection: Selection;
  /** Describes the selected value; `null` where none is selected. */
  readonly content: TooltipContent | null;
  readonly ref?: Ref<HTMLDivElement>;
  /** Height, px, where the card around has none to give. */
  readonly minHeight: number;
  /** Height, px, above which the chart does not grow with its card; `null`: none. */
  readonly maxHeight?: number | null;
  readonly children: ReactNode;
}

const MAX_HEIGHT = 250;

/** A chart that takes pointer and keys. */
export const Graph = (props: GraphProps) => {
  const { label, selection, content, ref, minHeight, maxHeight = MAX_HEIGHT, children } = props;
  return (
    <div
      ref={ref}
      className={classes.graph}
      style={{ minHeight, ...(maxHeight !== null && { maxHeight: Math.max(minHeight, maxHeight) }) }}
      {...sliderOf(label, selection, content)}
    >
      {children}
    </div>
  );
};
