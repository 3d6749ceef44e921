import { Icon } from '../../../shared/ui/marks/icon.tsx';
import styles from './stepper.module.css';
import { STEPS, stepAt } from './steps.ts';

interface StepperProps {
  current: number;
  /** The furthest step that was reached: all up to it can be gone to. */
  reached: number;
  onGo: (step: number) => void;
}

/** Where one is in the four steps, and the way back to those already seen. */
export const Stepper = ({ current, reached, onGo }: StepperProps) => (
  <nav className={styles.stepper} aria-label="Etapas do cadastro" data-tour="wizard-steps">
    <p className={styles.place}>
      Etapa {current + 1} de {STEPS.length}
      <b>{stepAt(current).title}</b>
    </p>
    <ol>
      {STEPS.map(({ name, title }, index) => {
        const state = index === current ? 'current' : index <= reached ? 'done' : 'ahead';
        return (
          <li key={name} data-state={state}>
            <button
              type="button"
              disabled={state === 'ahead'}
              aria-current={state === 'current' ? 'step' : undefined}
              onClick={() => onGo(index)}
            >
              <span className={styles.heard}>Etapa</span>{' '}
              <span className={styles.mark}>
                {state === 'done' && index < current ? (
                  <>
                    <Icon name="check" size={16} />
                    <span className={styles.heard}>{index + 1}</span>
                  </>
                ) : (
                  index + 1
                )}
              </span>{' '}
              <span className={styles.title}>{title}</span>
            </button>
          </li>
        );
      })}
    </ol>
  </nav>
);
