import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';
import { readPreference, writePreference } from '../../session-state/local-preference.ts';

interface Folding {
  readonly folded: ReadonlySet<string>;
  fold(name: string): void;
  unfold(name: string): void;
}

const FoldingOfPage = createContext<Folding | null>(null);
const NameOfCard = createContext<string | null>(null);

const namesIn = (text: string | null): ReadonlySet<string> =>
  new Set(text?.split(' ').filter((name) => name !== ''));

/**
 * A page with folding cards.
 * @param name - the storage key of the folded ones
 */
export const FoldingPage = ({ name, children }: { name: string; children: ReactNode }) => {
  const preference = `folded.${name}`;
  const [folded, setFolded] = useState(() => namesIn(readPreference(preference)));
  const change = useCallback(
    (next: ReadonlySet<string>) => {
      writePreference(preference, next.size === 0 ? null : [...next].join(' '));
      setFolded(next);
    },
    [preference],
  );
  const folding = useMemo<Folding>(
    () => ({
      folded,
      fold: (card) => change(new Set([...folded, card])),
      unfold: (card) => change(new Set([...folded].filter((other) => other !== card))),
    }),
    [folded, change],
  );
  return <FoldingOfPage value={folding}>{children}</FoldingOfPage>;
};

/** Lets the card inside fold, on a folding page. */
export const Foldable = ({ name, children }: { name: string; children: ReactNode }) => (
  <NameOfCard value={name}>{children}</NameOfCard>
);

export const useUnfold = (): ((name: string) => void) =>
  useContext(FoldingOfPage)?.unfold ?? (() => undefined);

/** The fold state of the current card; `null`: the card does not fold. */
export const useCardFold = () => {
  const page = useContext(FoldingOfPage);
  const name = useContext(NameOfCard);
  if (page === null || name === null) return null;
  const isFolded = page.folded.has(name);
  return { isFolded, toggle: () => (isFolded ? page.unfold(name) : page.fold(name)) };
};
