import { lookUpCep } from '@nascente/contract/sites/lookups';
import { normalizeCep } from '@nascente/domain/sites/registry/cep';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../../shared/api/api-client.ts';
import { ApiFailure } from '../../shared/api/api-failure.ts';
import { useSettled } from '../../shared/forms/use-settled.ts';

/** Spec, section 9. */
const REST_MS = 1000;

/** The address of a CEP that is typed, in one line. A register that is down keeps nobody from typing it. */
export const useCepAddress = (postalCode: string) => {
  const cep = useSettled(normalizeCep(postalCode), REST_MS);
  const { data, error, isFetching } = useQuery({
    ...queryFor(lookUpCep, { params: { cep: cep ?? '' } }),
    enabled: cep !== null,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const found = cep === null ? undefined : data?.address;
  const parts = found ? [found.street, found.neighborhood, found.city, found.state] : [];
  return {
    address: parts.filter((part) => part !== null && part !== '').join(', ') || null,
    isRunning: cep !== null && isFetching,
    isUnknown: cep !== null && error instanceof ApiFailure && [400, 404].includes(error.status),
  };
};
