import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';
import { endSession, startSession } from '../shared/session-state/session.ts';
import { forgetClients } from './opened-clients.ts';

// What is awaited comes when it comes: a busy machine is no failure.
configure({ asyncUtilTimeout: 10_000 });

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

// A modal dialog is open and hears Escape; there is no top layer that it could stand in.
HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
  this.setAttribute('open', '');
  this.querySelector<HTMLElement>('button, input, select, textarea, a[href]')?.focus();
  this.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    const isStored = !this.dispatchEvent(new Event('cancel', { cancelable: true }));
    if (!isStored) this.close();
  });
};
HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
  this.removeAttribute('open');
};

Element.prototype.scrollIntoView ??= () => {};
window.scrollTo = () => {};

// Nor does it draw: text is measured by its length then.
HTMLCanvasElement.prototype.getContext = () => null;

afterEach(() => {
  cleanup();
  forgetClients();
  // Ends everything that outlives a screen: the live feed and stored answers of any account.
  startSession('over');
  endSession('logout');
  localStorage.clear();
});

// What is still being fetched for one file is there for the next, which shares it.
afterAll(() => vi.dynamicImportSettled());
