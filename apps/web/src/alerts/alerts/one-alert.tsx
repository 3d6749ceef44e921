import { readAlert } from '@nascente/contract/alerts/alerts';
import type { Instant } from '@nascente/domain/base/time/zone';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../../shared/api/api-client.ts';
import { Card } from '../../shared/ui/marks/card.tsx';
import { TextLink } from '../../shared/ui/marks/text-link.tsx';
import { ErrorState } from '../../shared/ui/page/error-state.tsx';
import { Loading, SkeletonRows } from '../../shared/ui/page/skeleton.tsx';
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
