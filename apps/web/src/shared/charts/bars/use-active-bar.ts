import { type FocusEvent, type KeyboardEvent, type PointerEvent, useState } from 'react';
import { barAt, type Geometry } from '../geometry.ts';
import { stepThrough } from '../step-through.ts';

interface ActiveBarOptions {
  readonly geometry: Geometry;
  readonly count: number;
  readonly onOpen: ((index: number) => void) | undefined;
}

/** One bar is looked at at a time, by hover, by tap or by arrow keys, whichever came last. */
export const useActiveBar = ({ geometry, count, onOpen }: ActiveBarOptions) => {
  const [chosen, setChosen] = useState<number | null>(null);
  const active = chosen !== null && chosen < count ? chosen : null;

  const follow = (event: PointerEvent<HTMLElement>): void => {
    const { left } = event.currentTarget.getBoundingClientRect();
    setChosen(barAt(event.clientX - left, geometry, count));
  };

  return {
    active,
    handlers: {
      onPointerMove: follow,
      onPointerDown: follow,
      onPointerLeave: (event: PointerEvent<HTMLElement>) => {
        if (event.pointerType === 'mouse') setChosen(null);
      },
      onBlur: (_event: FocusEvent<HTMLElement>) => setChosen(null),
      onDoubleClick: () => {
        if (active !== null) onOpen?.(active);
      },
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        if (event.key === 'Enter' && active !== null) onOpen?.(active);
        const next = stepThrough(event.key, active, count);
        if (next === undefined) return;
        event.preventDefault();
        setChosen(next);
      },
    },
  };
};
