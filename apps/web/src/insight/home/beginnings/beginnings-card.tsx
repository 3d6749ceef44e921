import { Card } from '../../../shared/ui/marks/card.tsx';
import { Icon } from '../../../shared/ui/marks/icon.tsx';
import { IconButton } from '../../../shared/ui/marks/icon-button.tsx';
import { TextLink } from '../../../shared/ui/marks/text-link.tsx';
import type { Beginning } from './beginnings.ts';
import classes from './beginnings-card.module.css';

interface BeginningsCardProps {
  readonly steps: readonly Beginning[];
  readonly onEnd: () => void;
}

/** The first steps of an account, ticked when done; nothing once all are. */
export const BeginningsCard = ({ steps, onEnd }: BeginningsCardProps) => {
  const next = steps.find(({ isDone }) => !isDone);
  if (next === undefined) return null;
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <Card
      title="Primeiros passos"
      qualifier={`${done} de ${steps.length}`}
      action={
        <div className={classes.action}>
          <TextLink to="/help#comecar">Ajuda</TextLink>
          <IconButton icon="close" label="Não mostrar mais os primeiros passos" onClick={onEnd} />
        </div>
      }
    >
      <ol className={classes.steps}>
        {steps.map((step) => (
          <li key={step.name} data-done={step.isDone}>
            <span className={classes.mark}>
              {step.isDone && <Icon name="check" size={18} label="Feito" />}
            </span>
            {!step.isDone && (step === next || step.isLater) ? (
              <TextLink to={step.to}>{step.name}</TextLink>
            ) : (
              <span>{step.name}</span>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
};
