import type { Board } from '@nascente/contract/sites/meters';
import { readRegisters } from '@nascente/contract/telemetry/registers';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../../shared/api/api-client.ts';
import { TextLink } from '../../shared/ui/marks/text-link.tsx';

/** The way to the registers of a meter that counts by them; of the others there is nothing to see. */
export const RegistersLink = ({ board, today }: { readonly board: Board; readonly today: CivilDate }) => {
  const { macAddress: mac } = board;
  const { data } = useQuery({
    ...queryFor(readRegisters, { params: { mac }, query: { start: today, end: today } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data?.counts ? <TextLink to={`/meter/${mac}/registers`}>Ver registradores</TextLink> : null;
};
