import type { UseQueryResult } from '@tanstack/react-query';
import { ApiFailure } from '../../shared/api/api-failure.ts';
import { TextLink } from '../../shared/ui/marks/text-link.tsx';
import { EmptyState } from '../../shared/ui/page/empty-state.tsx';
import { ErrorState } from '../../shared/ui/page/error-state.tsx';

/** Why a tariff is not shown: of one that is not there, trying again would say the same. */
export const TariffFailed = ({ query }: { readonly query: UseQueryResult<unknown> }) => {
  const { error, refetch, isFetching } = query;
  if (error === null) return null;
  if (error instanceof ApiFailure && error.type === 'not-found')
    return (
      <EmptyState icon="coin" action={<TextLink to="/tariffs">Ver tarifas</TextLink>}>
        {error.message}
      </EmptyState>
    );
  return <ErrorState failure={error} onRetry={refetch} retrying={isFetching} />;
};
