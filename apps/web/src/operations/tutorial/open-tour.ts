import type { QueryClient } from '@tanstack/react-query';
import { type Config, type Driver, driver, type PopoverDOM } from 'driver.js';
import 'driver.js/dist/driver.css';
import { announce } from '../../shared/ui/snackbar.tsx';
import './tour.css';
import {
  countClosed,
  countFinished,
  countOtherDevices,
  endAllAutomatic,
  opensByItself,
} from './tour-counter.ts';
import { automaticTargets, type TourName } from './tour-names.ts';
import type { TourStep } from './tour-step.ts';
import { tours } from './tours.ts';

const LOOK_EVERY_MS = 150;

/** Selectors of pending content and of layers over the screen. */
const UNRESTED = 'main [data-loading], main [aria-busy="true"], dialog[open], [aria-modal="true"]';

const isAtRest = (): boolean =>
  document.querySelector('main h1') !== null && document.querySelector(UNRESTED) === null;

/**
 * Resolves when the screen shows its data without a layer above, at two polls in a row; never, when it is left before.
 * It polls, since live screens mutate many times a second.
 */
const screenAtRest = (signal: AbortSignal, isReady: () => boolean): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return;
    let wasAtRest = false;
    const timer = setInterval(() => {
      const isNow = isAtRest() && isReady();
      if (isNow && wasAtRest) {
        clearInterval(timer);
        resolve();
      }
      wasAtRest = isNow;
    }, LOOK_EVERY_MS);
    signal.addEventListener('abort', () => clearInterval(timer), { once: true });
  });

const RECEIVED = ['keydown', 'input', 'wheel', 'touchmove', 'scroll', 'pointerdown'];

/** Without an event for this long the person is idle. */
const LET_GO_AFTER_MS = 1_500;

/** Whether the person scrolls or types now; listens until the signal ends. */
const handsOnScreen = (signal: AbortSignal): (() => boolean) => {
  let lastAt = Number.NEGATIVE_INFINITY;
  const hear = () => {
    lastAt = performance.now();
  };
  for (const name of RECEIVED)
    document.addEventListener(name, hear, { signal, capture: true, passive: true });
  return () => performance.now() - lastAt < LET_GO_AFTER_MS;
};

const elementOf = ({ target }: TourStep): HTMLElement | null =>
  [...document.querySelectorAll<HTMLElement>(`[data-tour="${target}"]`)].find(
    (element) => element.getClientRects().length > 0,
  ) ?? null;

/** Lazy content resizes the highlighted element. */
const followSize = (tour: () => Driver): ResizeObserver => new ResizeObserver(() => tour().refresh());

const TEXTS: Config = {
  nextBtnText: 'Próximo',
  prevBtnText: 'Voltar',
  doneBtnText: 'Concluir',
  progressText: '{{current}} de {{total}}',
  showProgress: true,
};

/** Whether its first element is in the window or above it. */
const isReached = (name: TourName): boolean => {
  const [first] = tours[name].flatMap((step) => elementOf(step) ?? []);
  return first !== undefined && first.getBoundingClientRect().top < window.innerHeight;
};

const isStill = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Removes ARIA attributes of the library that are invalid on elements other than buttons. */
const untangle = (element: Element | undefined): void => {
  for (const name of ['aria-haspopup', 'aria-expanded', 'aria-controls']) element?.removeAttribute(name);
};

const dressPopover = ({ wrapper, closeButton }: PopoverDOM): void => {
  wrapper.setAttribute('aria-modal', 'true');
  closeButton.setAttribute('aria-label', 'Fechar tutorial');
};

/** A button to suppress tours, in tours that opened by themselves. */
const offerNone = ({ footer }: PopoverDOM, onNone: () => void): void => {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'tour-none';
  button.textContent = 'Não mostrar em nenhuma tela';
  button.addEventListener('click', onNone);
  footer.before(button);
};

/** Restores the focus, or moves it to the screen where its element is gone, such as a phone's drawer. */
const giveFocusBack = (before: Element | null): void => {
  const isThere = before instanceof HTMLElement && before.isConnected && before !== document.body;
  const heir = isThere ? before : document.querySelector<HTMLElement>('main');
  heir?.focus({ preventScroll: true });
};

/** The whole tour on request; automatic tours have only the steps of a first visit. */
const stepsOf = (name: TourName, isRequested: boolean): readonly TourStep[] => {
  const unasked = automaticTargets(name);
  return isRequested ? tours[name] : tours[name].filter(({ target }) => unasked.includes(target));
};

const run = (name: TourName, signal: AbortSignal, isRequested: boolean): Driver => {
  const steps = stepsOf(name, isRequested).flatMap((step) => {
    const element = elementOf(step);
    return element === null ? [] : [{ element, popover: { title: step.title, description: step.text } }];
  });
  const before = document.activeElement;
  const scrolledTo = window.scrollY;
  let isCounted = false;
  // Leaving the screen neither closes nor finishes a tour.
  const end = (count: (name: TourName) => void) => {
    if (signal.aborted || isCounted) return;
    isCounted = true;
    // The library focuses a button of its own that is gone.
    queueMicrotask(() => giveFocusBack(before));
    window.scrollTo({ top: scrolledTo, behavior: 'instant' });
    count(name);
  };
  const sizes = followSize(() => tour);
  const tour: Driver = driver({
    ...TEXTS,
    steps,
    popoverClass: 'tour',
    animate: !isStill(),
    // A smooth scroll would continue after the tour and move the screen.
    smoothScroll: false,
    duration: 200,
    stageRadius: 14,
    stagePadding: 6,
    disableActiveInteraction: true,
    // The library's own keys do nothing while a step moves.
    allowKeyboardControl: false,
    onPopoverRender(popover, { driver: { isFirstStep } }) {
      dressPopover(popover);
      if (isRequested || !isFirstStep()) return;
      offerNone(popover, () => {
        endAllAutomatic();
        close();
      });
    },
    onHighlighted(element, _step, { state }) {
      sizes.disconnect();
      if (element !== undefined) sizes.observe(element);
      untangle(element);
      state.popover?.nextButton.focus();
    },
    onDoneClick: () => finish(),
    onCloseClick: () => close(),
    onDestroyed() {
      sizes.disconnect();
      end(countClosed);
    },
  });
  // The library reports the end only after a step has settled.
  const finish = () => {
    end(countFinished);
    tour.destroy();
  };
  const close = () => {
    end(countClosed);
    tour.destroy();
  };
  const actions = new Map([
    ['Escape', close],
    ['ArrowLeft', () => !tour.isFirstStep() && tour.movePrevious()],
    ['ArrowRight', () => (tour.isLastStep() ? finish() : tour.moveNext())],
  ]);
  window.addEventListener('keyup', ({ key }) => tour.isActive() && actions.get(key)?.(), { signal });
  return tour;
};

/** An empty account has few targets. */
const hasSomeSteps = (name: TourName): boolean =>
  stepsOf(name, false).filter((step) => elementOf(step) !== null).length > 1;

const drive = (name: TourName, signal: AbortSignal, isRequested: boolean): void => {
  const tour = run(name, signal, isRequested);
  signal.addEventListener('abort', () => tour.destroy(), { once: true });
  tour.drive();
};

/** Of several tours in one screen, the lowest one scrolled to. */
const reachedOf = (names: readonly TourName[]): TourName | undefined => names.findLast(isReached);

/** Opens the requested tour once the screen has its data, or says that there is nothing to show. */
export const openRequested = async (names: readonly TourName[], signal: AbortSignal): Promise<void> => {
  await screenAtRest(signal, () => true);
  const name = reachedOf(names);
  if (name === undefined) announce('Não há o que apresentar nesta tela agora.');
  else drive(name, signal, true);
};

/** Opens a tour at the top of an idle screen that has its data, unless it was seen often enough on any device. */
export const openAutomatic = async (
  names: readonly TourName[],
  signal: AbortSignal,
  client: QueryClient,
): Promise<void> => {
  const isInHand = handsOnScreen(signal);
  const mayBegin = () => {
    const first = reachedOf(names);
    return first !== undefined && hasSomeSteps(first) && window.scrollY === 0 && !isInHand();
  };
  await screenAtRest(signal, mayBegin);
  await countOtherDevices(client);
  await screenAtRest(signal, mayBegin);
  const name = reachedOf(names.filter(opensByItself));
  if (name !== undefined) drive(name, signal, false);
};
