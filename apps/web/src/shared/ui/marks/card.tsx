import { type ReactNode, useId } from 'react';
import { TermHint } from '../../glossary/term-hint.tsx';
import type { TermName } from '../../glossary/term-names.ts';
import { classNames } from '../class-names.ts';
import { useCardFold } from '../page/folding.tsx';
import styles from './card.module.css';
import { Icon } from './icon.tsx';

/** Columns of twelve from 900 px up; below, the card takes the full width. */
export type Span = 3 | 4 | 5 | 6 | 7 | 8 | 9 | 12;

interface CardProps {
  title?: string;
  /** A muted addition to the title: days, a count. */
  qualifier?: ReactNode;
  /** Technical terms of the card: a mark beside the title explains them. */
  terms?: readonly TermName[];
  /** One action at the end of the header: a `TextLink` or step buttons. */
  action?: ReactNode;
  span?: Span;
  className?: string | undefined;
  /** The name of the card in guided tours. */
  tour?: string | undefined;
  children: ReactNode;
}

interface FoldButtonProps {
  title: string;
  isFolded: boolean;
  onToggle(): void;
}

/** Toggles the content below the title. */
const FoldButton = ({ title, isFolded, onToggle }: FoldButtonProps) => (
  <button
    type="button"
    className={styles.fold}
    aria-expanded={!isFolded}
    aria-label={isFolded ? `Abrir ${title}` : `Dobrar ${title}`}
    onClick={onToggle}
  >
    <Icon name="chevron-down" size={18} />
  </button>
);

/** A surface with one subject. With a title it is a landmark region, and on a folding page it folds to its heading. */
export const Card = (props: CardProps) => {
  const { title, qualifier, terms, action, span = 12, className, tour, children } = props;
  const id = useId();
  const fold = useCardFold();
  const isFolded = fold?.isFolded === true && title !== undefined;
  return (
    <section
      className={classNames(styles.card, className)}
      data-span={span}
      data-tour={tour}
      data-folded={isFolded || undefined}
      aria-labelledby={title === undefined ? undefined : id}
    >
      {title !== undefined && (
        <header className={styles.header}>
          <div className={styles.heading}>
            <div className={styles.title}>
              <h2 id={id}>{title}</h2>
              {fold && <FoldButton title={title} isFolded={isFolded} onToggle={fold.toggle} />}
              {!isFolded && terms && <TermHint of={title} terms={terms} />}
            </div>
            {!isFolded && qualifier && <span className={styles.qualifier}>{qualifier}</span>}
          </div>
          {!isFolded && action && <div className={styles.action}>{action}</div>}
        </header>
      )}
      {!isFolded && children}
    </section>
  );
};

interface CardColumnProps {
  span: Span;
  /** Cards keep their height beside a much longer column. */
  isLoose?: boolean;
  children: ReactNode;
}

/** Stacked cards in one column of the page; the last one grows to the neighbours' end. */
export const CardColumn = ({ span, isLoose, children }: CardColumnProps) => (
  <div className={styles.column} data-span={span} data-is-loose={isLoose}>
    {children}
  </div>
);
