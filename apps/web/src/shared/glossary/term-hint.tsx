import { lazy, Suspense, type ToggleEvent, useId, useState } from 'react';
import { Icon } from '../ui/marks/icon.tsx';
import { type HintPosition, positionOfHint } from './hint-position.ts';
import styles from './term-hint.module.css';
import type { TermName } from './term-names.ts';

/** The words come when somebody asks for them: first screens must not wait for a glossary. */
const TermTexts = lazy(async () => ({ default: (await import('./term-texts.tsx')).TermTexts }));

interface TermHintProps {
  /** What is explained, for those who do not see beside what the hint stands. */
  readonly of: string;
  readonly terms: readonly TermName[];
}

/** A question mark beside words of the trade; pressed, it says what they mean, in the words of the glossary. */
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
