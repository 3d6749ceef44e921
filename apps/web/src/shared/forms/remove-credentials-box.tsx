import { Checkbox } from '@mantine/core';
import type { UseFormRegisterReturn } from 'react-hook-form';

/** Beside a new password: revokes other credentials of a compromised account. */
export const RemoveCredentialsBox = (field: UseFormRegisterReturn) => (
  <Checkbox
    {...field}
    label="Remover também chaves, links e avisos"
    description="Marque se alguém pode ter entrado na conta. Integrações e gateways param até receberem uma chave nova."
  />
);
