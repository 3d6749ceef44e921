import { may } from '@nascente/domain/people/permissions';
import { useScreenExists } from '../../../shared/screen-paths.tsx';
import { useUser } from '../../../shared/session-state/signed-in.ts';
import { TextLink } from '../../../shared/ui/marks/text-link.tsx';
import classes from './new-establishment-link.module.css';

const PATH = '/new/establishment';

/** For who may have another establishment; nothing for the rest. */
export const NewEstablishmentLink = ({ words = 'Novo estabelecimento' }: { readonly words?: string }) => {
  const { profile } = useUser();
  const exists = useScreenExists(PATH);
  if (!exists || !may(profile, 'create-establishment')) return null;
  return (
    <p className={classes.line} data-tour="new-establishment">
      <TextLink to={PATH}>{words}</TextLink>
    </p>
  );
};
