import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

// What jsdom lacks of a browser: it has no layout, so no media match and everything is in view.
window.matchMedia ??= (media) =>
  ({
    matches: false,
    media,
    addEventListener: () => {},
    removeEventListener: () => {},
  }) as unknown as MediaQueryList;

class EverythingInView {
  readonly #callback: IntersectionObserverCallback;
  constructor(callback: IntersectionObserverCallback) {
    this.#callback = callback;
  }
  observe(target: Element) {
    const entry = { target, isIntersecting: true } as IntersectionObserverEntry;
    queueMicrotask(() => this.#callback([entry], this as unknown as IntersectionObserver));
  }
  unobserve() {}
  disconnect() {}
}
window.IntersectionObserver ??= EverythingInView as unknown as typeof IntersectionObserver;

// Nor does it lay anything out, so no size ever changes.
window.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

afterEach(() => {
  cleanup();
  localStorage.clear();
});
