import { readAlert } from '@nascente/contract/alerts/alerts';
import type { Instant } from '@nascente/domain/base/time/zone';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../../shared/api-client.ts';
import { Card } from '../../shared/ui/card.tsx';
import { ErrorState } from '../../shared/ui/error-state.tsx';
import { Loading, SkeletonRows } from '../../shared/ui/skeleton.tsx';
import { TextLink } from '../../shared/ui/text-link.tsx';
import { AlertRow } from './alert-row.tsx';

/** The alert to which a letter or a device led. */
export const OneAlert = ({ id, now }: { readonly id: string; readonly now: Instant }) => {
  const alert = useQuery(queryFor(readAlert, { params: { id } }));
  return (
    <Card title="O alerta do aviso" action={<TextLink to="/alerts">Fechar</TextLink>}>
      {alert.isError && (
        <ErrorState failure={alert.error} onRetry={alert.refetch} retrying={alert.isFetching} />
      )}
      {alert.isPending && (
        <Loading>
          <SkeletonRows rows={1} />
        </Loading>
      )}
      {alert.data && (
        <ul>
          <AlertRow alert={alert.data.alert} now={now} hasCurve />
        </ul>
      )}
    </Card>
  );
};
