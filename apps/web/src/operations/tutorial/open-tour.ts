import { type Config, type Driver, driver, type PopoverDOM } from 'driver.js';
import 'driver.js/dist/driver.css';
import { announce } from '../../shared/ui/snackbar.tsx';
import './tour.css';
import { countClosed, countFinished, endAllAutomatic } from './tour-counter.ts';
import { automaticTargets, type TourName } from './tour-names.ts';
import type { TourStep } from './tour-step.ts';
import { tours } from './tours.ts';

const LOOK_EVERY_MS = 150;

/** What is on its way, and what lies over the screen. */
const UNRESTED = 'main [data-loading], main [aria-busy="true"], dialog[open], [aria-modal="true"]';

const isAtRest = (): boolean =>
  document.querySelector('main h1') !== null && document.querySelector(UNRESTED) === null;

/**
 * Resolves once the screen shows its data and nothing lies over it, at two looks in a row; never, where it is left
 * before. Looked at rather than watched: live screens change many times a second.
 */
const screenAtRest = (signal: AbortSignal, isReady: () => boolean): Promise<void> =>
  new Promise((resolve) => {
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

const HEARD = ['keydown', 'input', 'wheel', 'touchmove', 'scroll', 'pointerdown'];

/** For so long after the last of it nobody is taken to be scrolling or typing. */
const LET_GO_AFTER_MS = 1_500;

/** Whether somebody has the screen in hand just now; heard until the signal ends. */
const handsOnScreen = (signal: AbortSignal): (() => boolean) => {
  let lastAt = Number.NEGATIVE_INFINITY;
  const hear = () => {
    lastAt = performance.now();
  };
  for (const name of HEARD) document.addEventListener(name, hear, { signal, capture: true, passive: true });
  return () => performance.now() - lastAt < LET_GO_AFTER_MS;
};

const elementOf = ({ target }: TourStep): HTMLElement | null =>
  [...document.querySelectorAll<HTMLElement>(`[data-tour="${target}"]`)].find(
    (element) => element.getClientRects().length > 0,
  ) ?? null;

/** What loads only when it comes near makes its element grow while it is shown. */
const followSize = (tour: () => Driver): ResizeObserver => new ResizeObserver(() => tour().refresh());

const WORDS: Config = {
  nextBtnText: 'Próximo',
  prevBtnText: 'Voltar',
  doneBtnText: 'Concluir',
  progressText: '{{current}} de {{total}}',
  showProgress: true,
};

/** Whether its first element lies in the window or above it. */
const isReached = (name: TourName): boolean => {
  const [first] = tours[name].flatMap((step) => elementOf(step) ?? []);
  return first !== undefined && first.getBoundingClientRect().top < window.innerHeight;
};

const isStill = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** The library tells screen readers that an element opens the step, which on one that is no button is not allowed. */
const untangle = (element: Element | undefined): void => {
  for (const name of ['aria-haspopup', 'aria-expanded', 'aria-controls']) element?.removeAttribute(name);
};

const dressPopover = ({ wrapper, closeButton }: PopoverDOM): void => {
  wrapper.setAttribute('aria-modal', 'true');
  closeButton.setAttribute('aria-label', 'Fechar tutorial');
};

/** Offered where nobody has asked for the tour. */
const offerNone = ({ footer }: PopoverDOM, onNone: () => void): void => {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'tour-none';
  button.textContent = 'Não mostrar em nenhuma tela';
  button.addEventListener('click', onNone);
  footer.before(button);
};

/** To what had it, or to the screen where that is gone, as the drawer of a phone is. */
const giveFocusBack = (before: Element | null): void => {
  const isThere = before instanceof HTMLElement && before.isConnected && before !== document.body;
  const heir = isThere ? before : document.querySelector<HTMLElement>('main');
  heir?.focus({ preventScroll: true });
};

/** The whole tour on request; the automatic one has only the steps of a first visit. */
const stepsOf = (name: TourName, isAsked: boolean): readonly TourStep[] => {
  const unasked = automaticTargets(name);
  return isAsked ? tours[name] : tours[name].filter(({ target }) => unasked.includes(target));
};

const run = (name: TourName, signal: AbortSignal, isAsked: boolean): Driver => {
  const steps = stepsOf(name, isAsked).flatMap((step) => {
    const element = elementOf(step);
    return element === null ? [] : [{ element, popover: { title: step.title, description: step.text } }];
  });
  const before = document.activeElement;
  const scrolledTo = window.scrollY;
  let isCounted = false;
  // Who goes to another screen has neither closed nor finished it.
  const end = (count: (name: TourName) => void) => {
    if (signal.aborted || isCounted) return;
    isCounted = true;
    // The library gives the focus to a button of its own that is gone.
    queueMicrotask(() => giveFocusBack(before));
    window.scrollTo({ top: scrolledTo, behavior: 'instant' });
    count(name);
  };
  const sizes = followSize(() => tour);
  const tour: Driver = driver({
    ...WORDS,
    steps,
    popoverClass: 'tour',
    animate: !isStill(),
    // A smooth scroll goes on for some frames after its tour: the screen would not be left where it was.
    smoothScroll: false,
    duration: 200,
    stageRadius: 14,
    stagePadding: 6,
    disableActiveInteraction: true,
    // Its own keys are deaf while a step moves into place.
    allowKeyboardControl: false,
    onPopoverRender(popover, { driver: { isFirstStep } }) {
      dressPopover(popover);
      if (isAsked || !isFirstStep()) return;
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
  // The library tells of an end only once a step has come to rest: who is quick ends it before.
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

/** An empty account has little to be shown around. */
const hasSomeSteps = (name: TourName): boolean =>
  stepsOf(name, false).filter((step) => elementOf(step) !== null).length > 1;

/**
 * Opens a tour of the screen once its data are there; it ends when the signal does. Of several, which lie one below the
 * other, it is the lowest that has been scrolled to. By itself one begins only at the top of a screen that nobody scrolls
 * or types in.
 *
 * @param isAsked by the menu: then it is told where there is nothing to be shown around
 */
export const openTour = async (
  names: readonly TourName[],
  signal: AbortSignal,
  isAsked: boolean,
): Promise<void> => {
  const reached = (): TourName | undefined => names.findLast(isReached);
  const isInHand = handsOnScreen(signal);
  const mayBegin = () => {
    const first = reached();
    return first !== undefined && hasSomeSteps(first) && window.scrollY === 0 && !isInHand();
  };
  await screenAtRest(signal, () => isAsked || mayBegin());
  const name = reached();
  if (name === undefined) {
    announce('Não há o que apresentar nesta tela agora.');
    return;
  }
  const tour = run(name, signal, isAsked);
  signal.addEventListener('abort', () => tour.destroy(), { once: true });
  tour.drive();
};
