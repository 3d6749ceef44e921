import type { Establishment } from '@nascente/contract/establishments';
import type { Board } from '@nascente/contract/meters';
import { may } from '@nascente/domain/people/permissions';
import { useUser } from '../../shared/signed-in.ts';
import { Card } from '../../shared/ui/card.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { TextLink } from '../../shared/ui/text-link.tsx';
import { beginningsOf } from './beginnings.ts';
import classes from './beginnings-card.module.css';

interface BeginningsCardProps {
  readonly establishments: readonly Establishment[];
  readonly boards: readonly Board[];
}

/** The first steps of an account, those behind it ticked; nothing once all are, and for who may not do them. */
export const BeginningsCard = ({ establishments, boards }: BeginningsCardProps) => {
  const { profile } = useUser();
  const steps = beginningsOf(establishments, boards);
  if (steps.length === 0 || !may(profile, 'open-register-page')) return null;
  const next = steps.find(({ isDone }) => !isDone);
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <Card
      title="Primeiros passos"
      qualifier={`${done} de ${steps.length}`}
      action={<TextLink to="/help#comecar">Ajuda</TextLink>}
    >
      <ol className={classes.steps}>
        {steps.map((step) => (
          <li key={step.name} data-done={step.isDone}>
            <span className={classes.mark}>
              {step.isDone && <Icon name="check" size={18} label="Feito" />}
            </span>
            {step === next ? <TextLink to={step.to}>{step.name}</TextLink> : <span>{step.name}</span>}
          </li>
        ))}
      </ol>
    </Card>
  );
};
