import type { Board } from '@nascente/contract/sites/meters';
import { type Connecting, readConnecting } from '@nascente/contract/telemetry/connecting';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../../../shared/api/api-client.ts';

const REFRESH_MS = 10_000;

/**
 * How the board of a meter is connected that was never heard; null once anything was heard or measured, and where the
 * server cannot tell; undefined while it is asked.
 */
export const useConnecting = (board: Board, isHeard: boolean): Connecting | null | undefined => {
  const isNew = board.lastSeen === null && !isHeard;
  const { data, error } = useQuery({
    ...queryFor(readConnecting, { params: { mac: board.macAddress } }),
    enabled: isNew,
    refetchInterval: REFRESH_MS,
  });
  if (!isNew) return null;
  if (data === undefined) return error === null ? undefined : null;
  return data.connecting.isMeasured ? null : data.connecting;
};
