import { Checkbox } from '@mantine/core';
import type { UseFormRegisterReturn } from 'react-hook-form';

/** A choice next to a new password: to revoke other credentials of a compromised account. */
export const RemoveCredentialsBox = (field: UseFormRegisterReturn) => (
  <Checkbox
    {...field}
    label="Remover também chaves, links e avisos"
    description="Marque se alguém pode ter entrado na conta. Integrações e gateways param até receberem uma chave nova."
  />
);
