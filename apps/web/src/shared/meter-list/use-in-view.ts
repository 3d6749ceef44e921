import { type RefObject, useEffect, useRef, useState } from 'react';

/** A row passing by while scrolling needs no subscription. */
const DWELL_MS = 200;

const callbacks = new WeakMap<Element, (isVisible: boolean) => void>();
let observer: IntersectionObserver | null = null;

const shared = () => {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) callbacks.get(target)?.(isIntersecting);
    },
    { rootMargin: '120px 0px' },
  );
  return observer;
};

interface Visibility {
  isInView: boolean;
  wasInView: boolean;
}

/** Whether the element has entered the viewport and stayed. A thousand rows share one observer. */
export const useInView = <T extends Element>(): readonly [RefObject<T | null>, Visibility] => {
  const ref = useRef<T>(null);
  const [visibility, setVisibility] = useState<Visibility>({ isInView: false, wasInView: false });
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    callbacks.set(element, (isVisible) => {
      clearTimeout(timer);
      const visible = { isInView: true, wasInView: true };
      if (isVisible) timer = setTimeout(() => setVisibility(visible), DWELL_MS);
      else setVisibility((current) => (current.isInView ? { ...current, isInView: false } : current));
    });
    shared().observe(element);
    return () => {
      clearTimeout(timer);
      shared().unobserve(element);
      callbacks.delete(element);
    };
  }, []);
  return [ref, visibility];
};
