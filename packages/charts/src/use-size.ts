import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

interface Size {
  readonly width: number;
  readonly height: number;
}

const EMPTY: Size = { width: 0, height: 0 };

/** Size of an element, known before the paint in which it changes: a chart is never drawn at its former width. */
export const useSize = <E extends HTMLElement>(): Size & { readonly ref: RefObject<E | null> } => {
  const ref = useRef<E>(null);
  const [size, setSize] = useState(EMPTY);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element;
      setSize((current) =>
        current.width === width && current.height === height ? current : { width, height },
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, ...size };
};
