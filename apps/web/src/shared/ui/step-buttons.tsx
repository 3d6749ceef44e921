import { IconButton } from './marks/icon-button.tsx';
import classes from './step-buttons.module.css';

interface StepButtonsProps {
  readonly label?: string;
  readonly tour?: string;
  readonly previous: string;
  readonly next: string;
  /** `null` if there is no step in that direction. */
  readonly onPrevious: (() => void) | null;
  readonly onNext: (() => void) | null;
}

/** One step back, one step forward. */
export const StepButtons = ({ label, tour, previous, next, onPrevious, onNext }: StepButtonsProps) => (
  <div className={classes.steps} data-tour={tour}>
    <IconButton
      icon="chevron-left"
      label={previous}
      outlined
      disabled={onPrevious === null}
      onClick={() => onPrevious?.()}
    />
    {label !== undefined && (
      <span className={classes.label} aria-live="polite">
        {label}
      </span>
    )}
    <IconButton
      icon="chevron-right"
      label={next}
      outlined
      disabled={onNext === null}
      onClick={() => onNext?.()}
    />
  </div>
);
