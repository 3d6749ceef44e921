import { listIndependentVariables } from '@nascente/contract/insight/independent-variables';
import { listEstablishments } from '@nascente/contract/sites/establishments';
import { may } from '@nascente/domain/people/permissions';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from 'react-router';
import { queryFor } from '../../shared/api/api-client.ts';
import { ApiFailure } from '../../shared/api/api-failure.ts';
import { nameOf } from '../../shared/establishment-name.ts';
import { useUser } from '../../shared/session-state/signed-in.ts';
import { Card } from '../../shared/ui/marks/card.tsx';
import { TextLink } from '../../shared/ui/marks/text-link.tsx';
import { ErrorState } from '../../shared/ui/page/error-state.tsx';
import { Page } from '../../shared/ui/page/page.tsx';
import { Loading, SkeletonFields, SkeletonLine } from '../../shared/ui/page/skeleton.tsx';
import { UnknownTarget } from '../../shared/unknown-target.tsx';
import { NewValues } from './new-values.tsx';
import { StoredVariables } from './stored-variables.tsx';

const Skeleton = () => (
  <Card>
    <Loading>
      <SkeletonFields fields={3} />
    </Loading>
  </Card>
);

const Variables = ({ id }: { readonly id: string }) => {
  const { data, error, refetch, isFetching } = useQuery(
    queryFor(listIndependentVariables, { params: { id } }),
  );
  const listed = useQuery(queryFor(listEstablishments, {}));
  const establishment = listed.data?.establishments.find(({ _id }) => _id === id);
  if (error instanceof ApiFailure && error.type === 'not-found') return <UnknownTarget />;
  return (
    <Page
      title="Temperatura e produção"
      overline={establishment === undefined ? <SkeletonLine width={14} /> : nameOf(establishment)}
      action={<TextLink to="/opportunities?lista=feitas">Ver economias</TextLink>}
    >
      {error !== null && data === undefined && (
        <Card>
          <ErrorState failure={error} onRetry={refetch} retrying={isFetching} />
        </Card>
      )}
      {error === null && data === undefined && <Skeleton />}
      {data && (
        <>
          <Card title="Importar" span={7} tour="variables-new">
            <NewValues id={id} variables={data.variables} />
          </Card>
          <Card title="O que já está aqui" span={5} tour="variables-stored">
            <StoredVariables id={id} variables={data.variables} />
          </Card>
        </>
      )}
    </Page>
  );
};

/** /edit/establishment/:id/variables: what moves the consumption beside the calendar; who only reads is led home. */
export const VariablesPage = () => {
  const { profile } = useUser();
  const { id = '' } = useParams();
  if (!may(profile, 'edit-establishment')) return <Navigate to="/home" replace />;
  return <Variables key={id} id={id} />;
};
