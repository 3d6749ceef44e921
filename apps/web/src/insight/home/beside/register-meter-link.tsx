import { may } from '@nascente/domain/people/permissions';
import { useScreenExists } from '../../../shared/screen-paths.tsx';
import { useUser } from '../../../shared/session-state/signed-in.ts';
import { TextLink } from '../../../shared/ui/marks/text-link.tsx';

const PATH = '/registerBoard';

/** For who may install a meter; nothing for the rest. */
export const RegisterMeterLink = () => {
  const { profile } = useUser();
  const exists = useScreenExists(PATH);
  if (!exists || !may(profile, 'open-register-page')) return null;
  return <TextLink to={PATH}>Cadastrar medidor</TextLink>;
};
