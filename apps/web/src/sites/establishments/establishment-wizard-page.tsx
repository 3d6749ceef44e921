import { type Establishment, readEstablishment } from '@nascente/contract/sites/establishments';
import { may } from '@nascente/domain/people/permissions';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Navigate, useParams } from 'react-router';
import { queryFor } from '../../shared/api/api-client.ts';
import { ApiFailure } from '../../shared/api/api-failure.ts';
import { useScreenExists } from '../../shared/screen-paths.tsx';
import { useUser } from '../../shared/session-state/signed-in.ts';
import { Card } from '../../shared/ui/marks/card.tsx';
import { TextLink } from '../../shared/ui/marks/text-link.tsx';
import { Answer } from '../../shared/ui/page/answer.tsx';
import { Page } from '../../shared/ui/page/page.tsx';
import { SkeletonFields } from '../../shared/ui/page/skeleton.tsx';
import { announce } from '../../shared/ui/snackbar.tsx';
import { EstablishmentWizard } from './establishment-wizard.tsx';
import styles from './establishment-wizard-page.module.css';

const TITLE = {
  edit: 'Editar estabelecimento',
  complete: 'Terminar cadastro',
  create: 'Novo estabelecimento',
};

const titleOf = (establishment: Establishment | undefined) =>
  establishment?.cnpj === null ? TITLE.complete : TITLE.edit;

/** Redirects with the specification's message. */
const NotFound = () => {
  useEffect(() => announce('Estabelecimento não encontrado.', { tone: 'bad' }), []);
  return <Navigate to="/" replace />;
};

const VariablesLink = ({ id }: { id: string }) => {
  const path = `/edit/establishment/${id}/variables`;
  return useScreenExists(path) && <TextLink to={path}>Temperatura e produção</TextLink>;
};

const ExistingEstablishment = ({ id }: { id: string }) => {
  // Refetches must not change the form being edited.
  const found = useQuery({
    ...queryFor(readEstablishment, { params: { id } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const { data, error } = found;
  if (error instanceof ApiFailure && error.status === 404) return <NotFound />;
  return (
    <Page title={titleOf(data?.establishment)} action={<VariablesLink id={id} />}>
      <div className={styles.column}>
        {data ? (
          <EstablishmentWizard establishment={data.establishment} />
        ) : (
          <Card>
            <Answer query={found} rest={<SkeletonFields fields={6} />} />
          </Card>
        )}
      </div>
    </Page>
  );
};

/** Creates an establishment, or edits the one in the address; read-only profiles are redirected. */
export const EstablishmentWizardPage = () => {
  const { profile } = useUser();
  const { id } = useParams();
  const action = id === undefined ? 'create-establishment' : 'edit-establishment';
  if (!may(profile, action)) return <Navigate to="/home" replace />;
  if (id !== undefined) return <ExistingEstablishment key={id} id={id} />;
  return (
    <Page title={TITLE.create}>
      <div className={styles.column}>
        <EstablishmentWizard establishment={null} />
      </div>
    </Page>
  );
};
