import { checkPassword, passwordStrength } from '@nascente/domain/people/password';
import { Icon } from '../../ui/marks/icon.tsx';
import styles from './password-strength.module.css';

const LEVELS = [20, 40, 60, 80, 100] as const;

/** Five levels by the rules a password meets; words and colours as in spec.md, section 5. */
const StrengthMeter = ({ password }: { password: string }) => {
  const { score, text, color } = passwordStrength(password);
  return (
    <div className={styles.strength} data-color={color}>
      {/* biome-ignore lint/a11y/useSemanticElements: a <meter> cannot be drawn in five parts */}
      <div
        className={styles.bar}
        role="meter"
        aria-label="Força da senha"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={score}
        aria-valuetext={text ?? 'vazia'}
      >
        {LEVELS.map((level) => (
          <span key={level} data-is-reached={score >= level} />
        ))}
      </div>
      <output className={styles.words}>{text}</output>
    </div>
  );
};

const RulesList = ({ password }: { password: string }) => (
  <ul className={styles.rules} aria-label="A senha precisa ter">
    {checkPassword(password).map(({ rule, text, met }) => (
      <li key={rule} data-is-met={met}>
        <span className={styles.mark}>{met && <Icon name="check" size={14} label="Atendido" />}</span>
        {text}
      </li>
    ))}
  </ul>
);

export const PasswordStrength = ({ password }: { password: string }) => (
  <div className={styles.both}>
    <StrengthMeter password={password} />
    <RulesList password={password} />
  </div>
);
