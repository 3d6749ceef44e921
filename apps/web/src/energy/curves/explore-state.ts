import {
  addDays,
  type CivilDate,
  civilDateAt,
  daysBetween,
  isCivilDate,
  startOfDay,
} from '@nascente/domain/base/time/civil-day';
import { DAY_MS, instant, type Zone } from '@nascente/domain/base/time/zone';
import { formatDay } from '@nascente/domain/base/units/format';
import { normalizeMac } from '@nascente/domain/sites/boards/mac';
import { onlineManager } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigation } from 'react-router';
import { useAddress } from '../../shared/api/use-address.ts';
import { useFiguresMoment } from '../../shared/consumption/figures-moment.ts';
import { bounded, MAX_MS, type Viewport } from '../../shared/explorer/plot/viewport.ts';
import { quantityOf } from '../../shared/explorer/quantities.ts';
import { readPreference, writePreference } from '../../shared/session-state/local-preference.ts';
import { useUser } from '../../shared/session-state/signed-in.ts';

/** A quantity of a meter, as the address has it. */
export interface Wanted {
  readonly mac: string;
  readonly quantity: string;
}

/** The overlaid period: a number of days earlier, or from a day on. */
type Compared = { readonly days: number } | { readonly day: CivilDate };

export interface ExploreState {
  readonly wanted: readonly Wanted[];
  readonly view: Viewport;
  readonly compared: Compared | null;
  readonly isApart: boolean;
  readonly isShaded: boolean;
  readonly hasNotes: boolean;
}

/** More curves cannot be told apart. */
export const MAX_SERIES = 8;
const FIRST_DAYS = 7;

export const COMPARED_DAYS: readonly {
  readonly days: number;
  readonly name: string;
  readonly word: string;
}[] = [
  { days: 1, name: 'Com o dia anterior', word: 'dia anterior' },
  { days: 7, name: 'Com a semana anterior', word: 'semana anterior' },
  { days: 28, name: 'Com 4 semanas antes', word: '4 semanas antes' },
  { days: 364, name: 'Com o ano anterior (52 semanas)', word: 'ano anterior' },
];

const wantedFrom = (text: string | null): Wanted[] =>
  (text ?? '')
    .split(',')
    .flatMap((part) => {
      const [mac = '', quantity = ''] = part.split('~');
      const normal = normalizeMac(mac);
      return normal === null || quantityOf(quantity) === undefined ? [] : [{ mac: normal, quantity }];
    })
    .slice(0, MAX_SERIES);

const comparedFrom = (text: string | null): Compared | null => {
  if (text === null) return null;
  if (isCivilDate(text)) return { day: text };
  const days = Number(text);
  return COMPARED_DAYS.some((one) => one.days === days) ? { days } : null;
};

const viewFrom = (from: string | null, to: string | null, now: number): Viewport => {
  const [start, end] = [Date.parse(from ?? ''), Date.parse(to ?? '')];
  // An interval above the limit is cut to its end, instead of its middle.
  if (end > start) return bounded({ from: Math.max(start, end - MAX_MS), to: end }, now);
  return { from: now - FIRST_DAYS * DAY_MS, to: now };
};

export const stateFrom = (address: URLSearchParams, now: number): ExploreState => ({
  wanted: wantedFrom(address.get('ver')),
  view: viewFrom(address.get('de'), address.get('ate'), now),
  compared: comparedFrom(address.get('comparar')),
  isApart: address.get('eixos') === 'separados',
  isShaded: address.get('fundo') !== 'nao',
  hasNotes: address.get('notas') !== 'nao',
});

const iso = (at: number): string =>
  new Date(Math.round(at / 1000) * 1000).toISOString().replace('.000Z', 'Z');

/** Defaults are left out. */
export const addressOf = (state: ExploreState): Readonly<Record<string, string | null>> => {
  const { wanted, view, compared, isApart, isShaded, hasNotes } = state;
  return {
    ver: wanted.length === 0 ? null : wanted.map(({ mac, quantity }) => `${mac}~${quantity}`).join(','),
    de: iso(view.from),
    ate: iso(view.to),
    comparar: compared === null ? null : 'day' in compared ? compared.day : String(compared.days),
    eixos: isApart ? 'separados' : null,
    fundo: isShaded ? null : 'nao',
    notas: hasNotes ? null : 'nao',
  };
};

/** The offset of the compared period in days of the local clock: a clock change moves nothing. Null where it would not be earlier. */
export const laterMsOf = (compared: Compared | null, view: Viewport, zone: Zone): number | null => {
  if (compared === null) return null;
  const first = civilDateAt(instant(Math.floor(view.from)), zone);
  const days = 'day' in compared ? daysBetween(compared.day, first) : compared.days;
  if (days <= 0) return null;
  return startOfDay(first, zone) - startOfDay(addDays(first, -days), zone);
};

export const comparedWord = (compared: Compared | null): string => {
  if (compared === null) return '';
  if ('day' in compared) return `desde ${formatDay(compared.day)}`;
  return COMPARED_DAYS.find(({ days }) => days === compared.days)?.word ?? '';
};

const nameFor = (accountId: string) => `last-explored.${accountId}`;

const useIsReached = (): boolean => {
  const moment = useFiguresMoment();
  return moment === null && onlineManager.isOnline();
};

const searchOf = (state: ExploreState): string => {
  const parameters = Object.entries(addressOf(state)).flatMap(([name, value]) =>
    value === null ? [] : [[name, value]],
  );
  return new URLSearchParams(parameters).toString();
};

/**
 * The Explorer opens with its address. Where that is empty and no answer comes, it opens with the last curves seen on
 * this device, the only ones that can be drawn.
 */
const useOpeningAddress = (address: URLSearchParams): URLSearchParams => {
  const { _id: accountId } = useUser();
  const isReached = useIsReached();
  const [opening] = useState(() =>
    isReached || address.size > 0 ? address : new URLSearchParams(readPreference(nameFor(accountId)) ?? ''),
  );
  return opening;
};

/** Remembers the settled curves; unanswered ones do not count as seen. */
const useRememberedExplored = (state: ExploreState, afterMs: number): void => {
  const { _id: accountId } = useUser();
  const isReached = useIsReached();
  useEffect(() => {
    if (!isReached) return;
    const timer = window.setTimeout(() => writePreference(nameFor(accountId), searchOf(state)), afterMs);
    return () => window.clearTimeout(timer);
  }, [accountId, isReached, state, afterMs]);
};

const MAX_STEPS = 50;
/** Moves within this time are one step back. */
const ONE_STEP_MS = 900;
/** The address follows after a pause: each change re-renders the whole screen. */
const WRITTEN_AFTER_MS = 300;

/** The Explorer's state in the address, with the previous views. */
export const useExplore = () => {
  const [address, changeAddress] = useAddress();
  const isLeaving = useNavigation().state !== 'idle';
  const started = useOpeningAddress(address);
  const [state, setState] = useState(() => stateFrom(started, Date.now()));
  const [steps, setSteps] = useState<readonly Viewport[]>([]);
  const movedAt = useRef(0);
  const written = useRef(address.toString());
  const opening = useRef(state);

  // A followed link or the browser's Back: the address wins.
  useEffect(() => {
    if (written.current === address.toString()) return;
    written.current = address.toString();
    const next = stateFrom(address, Date.now());
    opening.current = next;
    setState(next);
  }, [address]);

  useEffect(() => {
    // State read from the address is not written back.
    if (opening.current === state) return;
    // A write now would cancel a navigation to another screen.
    if (isLeaving) return;
    const timer = window.setTimeout(() => {
      changeAddress((current) => {
        const names = addressOf(state);
        const to = new URLSearchParams(current);
        for (const [name, value] of Object.entries(names))
          if (value === null) to.delete(name);
          else to.set(name, value);
        written.current = to.toString();
        return names;
      });
    }, WRITTEN_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, [state, changeAddress, isLeaving]);

  useRememberedExplored(state, WRITTEN_AFTER_MS);

  const change = useCallback(
    (changes: Partial<ExploreState>) => setState((before) => ({ ...before, ...changes })),
    [],
  );
  const { view } = state;
  const look = useCallback(
    (next: Viewport) => {
      const isNewStep = Date.now() - movedAt.current > ONE_STEP_MS;
      movedAt.current = Date.now();
      if (isNewStep) setSteps((before) => [...before.slice(1 - MAX_STEPS), view]);
      change({ view: next });
    },
    [change, view],
  );
  const goBack = useCallback(() => {
    const last = steps.at(-1);
    if (last === undefined) return;
    movedAt.current = 0;
    setSteps(steps.slice(0, -1));
    change({ view: last });
  }, [steps, change]);
  return { state, change, look, goBack, canGoBack: steps.length > 0 };
};
