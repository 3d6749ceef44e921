import { Checkbox } from '@mantine/core';
import type { Credential } from '@nascente/contract/people/credentials';
import type { RemainingStep } from '@nascente/contract/people/recovery';
import { credentialLabel, DENIAL_DAYS } from '@nascente/domain/people/credential-kinds';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { deviceDateTime } from '../../shared/device-time.ts';
import styles from './unrecognized.module.css';

export const CredentialList = ({ credentials }: { credentials: readonly Credential[] }) => (
  <ul className={styles.removed}>
    {credentials.map(({ kind, name, createdAt }) => (
      <li key={`${kind} ${name} ${createdAt}`}>
        <b>{credentialLabel(kind)}</b> {name}
        <small>{deviceDateTime(createdAt)}</small>
      </li>
    ))}
  </ul>
);

interface RemainingStepsProps {
  steps: readonly RemainingStep[];
  field: UseFormRegisterReturn;
}

/** Second factors that survive a new password. The owner can remove those of an intruder here. */
export const RemainingSecondSteps = ({ steps, field }: RemainingStepsProps) => {
  if (steps.length === 0) return null;
  const isEachRemovable = steps.every(({ removable }) => removable);
  return (
    <>
      <h2 className={styles.listed}>Verificação em duas etapas desta conta</h2>
      <CredentialList credentials={steps} />
      {steps.some(({ removable }) => removable) && (
        <Checkbox
          {...field}
          label={`Remover também o que foi ativado nos últimos ${DENIAL_DAYS} dias`}
          description="Marque se não foi você que ativou."
        />
      )}
      {!isEachRemovable && (
        <p>
          O que foi ativado há mais de {DENIAL_DAYS} dias só sai em Conta, com um código, ou pelo
          administrador.
        </p>
      )}
    </>
  );
};
