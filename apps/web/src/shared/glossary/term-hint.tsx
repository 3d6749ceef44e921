import { lazy, type ReactNode, Suspense, type ToggleEvent, useId, useState } from 'react';
import { Icon } from '../ui/marks/icon.tsx';
import styles from './term-hint.module.css';
import type { TermName } from './term-names.ts';

const MAX_WIDTH = 340;
const EDGE = 12;
const GAP = 6;
/** Room for a term's first sentences; the rest scrolls. */
const MIN_ABOVE = 180;

interface Mark {
  readonly left: number;
  readonly top: number;
  readonly bottom: number;
}

/** CSS of the hint in the window, px. */
interface HintPosition {
  readonly width: number;
  readonly left: number;
  readonly top: number | 'auto';
  readonly bottom: number | 'auto';
  readonly maxHeight: number;
}

/**
 * The hint is shown above its mark, because the explained figure is below it. Near the top of the window it is shown below. It
 * stays within the window.
 */
export const positionOfHint = (mark: Mark, window: { width: number; height: number }): HintPosition => {
  const width = Math.min(MAX_WIDTH, window.width - 2 * EDGE);
  const left = Math.max(EDGE, Math.min(mark.left, window.width - EDGE - width));
  const isUnder = mark.top < MIN_ABOVE;
  return {
    width,
    left,
    top: isUnder ? mark.bottom + GAP : 'auto',
    bottom: isUnder ? 'auto' : window.height - mark.top + GAP,
    maxHeight: (isUnder ? window.height - mark.bottom : mark.top) - GAP - EDGE,
  };
};

/** Texts load on demand: first screens must not wait for the glossary. */
const TermTexts = lazy(async () => ({ default: (await import('./term-texts.tsx')).TermTexts }));

interface TermHintProps {
  /** The explained subject, for screen readers. */
  readonly of: string;
  readonly terms: readonly TermName[];
}

/** A help mark beside a technical term, with the glossary's text. */
export const TermHint = ({ of, terms }: TermHintProps) => {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [position, setPosition] = useState<HintPosition | null>(null);
  const follow = ({ newState, currentTarget }: ToggleEvent<HTMLElement>) => {
    const mark = currentTarget.previousElementSibling?.getBoundingClientRect();
    if (newState === 'open' && mark !== undefined)
      setPosition(positionOfHint(mark, { width: window.innerWidth, height: window.innerHeight }));
    setOpen(newState === 'open');
  };
  return (
    <>
      <button
        type="button"
        className={styles.mark}
        popoverTarget={id}
        aria-expanded={isOpen}
        aria-label={`O que é ${of}?`}
      >
        <Icon name="help" size={16} />
      </button>
      <div
        id={id}
        popover="auto"
        role="note"
        className={styles.hint}
        style={position ?? undefined}
        onBeforeToggle={follow}
      >
        {isOpen && (
          <Suspense fallback="Um momento…">
            <TermTexts names={terms} />
          </Suspense>
        )}
      </div>
    </>
  );
};

interface TermFieldsetProps {
  readonly legend: string;
  readonly terms: readonly TermName[];
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

export const TermFieldset = ({ legend, terms, className, children }: TermFieldsetProps) => {
  const id = useId();
  return (
    <fieldset className={className} aria-labelledby={id}>
      <legend>
        <span id={id}>{legend}</span> <TermHint of={legend} terms={terms} />
      </legend>
      {children}
    </fieldset>
  );
};
