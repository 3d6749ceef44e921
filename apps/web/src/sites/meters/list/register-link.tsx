import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.css';
import { may } from '@nascente/domain/people/permissions';
import { Link } from 'react-router';
import { useUser } from '../../../shared/session-state/signed-in.ts';
import { Icon } from '../../../shared/ui/marks/icon.tsx';

/** The way to register a meter, for who may. */
export const RegisterLink = () => {
  const { profile } = useUser();
  if (!may(profile, 'open-register-page')) return null;
  return (
    <Button component={Link} to="/registerBoard" variant="default" leftSection={<Icon name="plus" />}>
      Cadastrar medidor
    </Button>
  );
};
