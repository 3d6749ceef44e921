import { type RefObject, useEffect, useRef } from 'react';
import type { PlotGeometry } from './plot-geometry.ts';
import { panned, pinched, type Viewport, zoomed } from './viewport.ts';

interface Gestures {
  readonly geometry: Pick<PlotGeometry, 'left' | 'width'>;
  readonly now: RefObject<Viewport>;
  readonly move: (next: (view: Viewport) => Viewport) => void;
  readonly onCursor: (instant: number | null) => void;
  /** True: the wheel zooms. Otherwise it scrolls the page, unless Ctrl is held. */
  readonly isWheelOwn: boolean;
}

const WHEEL_ZOOM = 0.0016;
/** Height of a line, for wheels that report lines. */
const LINE_PX = 16;
/** A shorter movement is a tap. */
const TAP_PX = 4;

interface Held {
  readonly x: number;
  readonly startX: number;
  /** True after the first movement; the gesture then stays a drag, also if it returns to its start. */
  readonly hasMoved: boolean;
}

/**
 * Wheel and pinch zoom about their position, a drag pans, a resting pointer reads. Native listeners, since React's
 * passive ones cannot stop the page from scrolling.
 */
export const useGestures = (target: RefObject<HTMLElement | null>, gestures: Gestures): void => {
  const latest = useRef(gestures);
  useEffect(() => {
    latest.current = gestures;
  });
  useEffect(() => {
    const element = target.current;
    if (element === null) return;
    const held = new Map<number, Held>();
    let grasped: readonly [number, number] | null = null;
    // Read once per gesture: a read during redraws would force layout.
    let left = 0;
    const xIn = (event: MouseEvent): number => {
      if (held.size === 0) left = element.getBoundingClientRect().left;
      return event.clientX - left;
    };
    const shareOf = (x: number): number => {
      const { geometry } = latest.current;
      return (x - geometry.left) / geometry.width;
    };
    const instantAt = (view: Viewport, x: number): number => view.from + shareOf(x) * (view.to - view.from);
    const instantBelow = (x: number): number => instantAt(latest.current.now.current, x);

    const onWheel = (event: WheelEvent) => {
      const { move, isWheelOwn } = latest.current;
      if (!isWheelOwn && !event.ctrlKey) return;
      event.preventDefault();
      const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PX : 1;
      const isSideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
      const x = xIn(event);
      const by = (isSideways && event.deltaX !== 0 ? event.deltaX : event.deltaY) * unit;
      move((view) => {
        const length = view.to - view.from;
        if (isSideways) return panned(view, (by / latest.current.geometry.width) * length, Date.now());
        return zoomed(view, Math.exp(by * WHEEL_ZOOM), instantAt(view, x), Date.now());
      });
    };
    const fingers = (): Held[] => [...held.values()].sort((one, other) => one.x - other.x);
    const graspedNow = (): readonly [number, number] | null => {
      const [one, other] = fingers();
      if (held.size !== 2 || one === undefined || other === undefined) return null;
      return [instantBelow(one.x), instantBelow(other.x)];
    };
    const onDown = (event: PointerEvent) => {
      if (event.pointerType === 'mouse' && event.button !== 0) return;
      const x = xIn(event);
      held.set(event.pointerId, { x, startX: x, hasMoved: false });
      // Measured from the first contact, because browsers report the first movement late.
      grasped = graspedNow();
      element.setPointerCapture?.(event.pointerId);
    };
    const pinch = () => {
      const [one, other] = fingers();
      if (grasped === null || one === undefined || other === undefined) return;
      const [first, last] = grasped;
      latest.current.onCursor(null);
      latest.current.move(() => pinched([first, last], [shareOf(one.x), shareOf(other.x)], Date.now()));
    };
    const onMove = (event: PointerEvent) => {
      const { move, onCursor, geometry } = latest.current;
      const x = xIn(event);
      const before = held.get(event.pointerId);
      if (before === undefined) {
        if (event.pointerType === 'mouse') onCursor(instantBelow(x));
        return;
      }
      const hasMoved = before.hasMoved || Math.abs(x - before.startX) >= TAP_PX;
      held.set(event.pointerId, { ...before, x, hasMoved });
      if (held.size === 2) return pinch();
      if (!hasMoved) return;
      onCursor(null);
      const by = before.x - x;
      move((view) => panned(view, (by / geometry.width) * (view.to - view.from), Date.now()));
    };
    const onUp = (event: PointerEvent) => {
      const before = held.get(event.pointerId);
      held.delete(event.pointerId);
      grasped = graspedNow();
      if (before === undefined || event.type === 'pointercancel') return;
      if (!before.hasMoved) latest.current.onCursor(instantBelow(xIn(event)));
    };
    const onLeave = (event: PointerEvent) => {
      if (event.pointerType === 'mouse' && held.size === 0) latest.current.onCursor(null);
    };
    const onDouble = (event: MouseEvent) => {
      const x = xIn(event);
      latest.current.move((view) => zoomed(view, 0.5, instantAt(view, x), Date.now()));
    };
    const listening = new AbortController();
    const { signal } = listening;
    element.addEventListener('wheel', onWheel, { passive: false, signal });
    element.addEventListener('pointerdown', onDown, { signal });
    element.addEventListener('pointermove', onMove, { signal });
    element.addEventListener('pointerup', onUp, { signal });
    element.addEventListener('pointercancel', onUp, { signal });
    element.addEventListener('pointerleave', onLeave, { signal });
    element.addEventListener('dblclick', onDouble, { signal });
    return () => listening.abort();
  }, [target]);
};
