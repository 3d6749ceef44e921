import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { metersQuery } from '../../../shared/boards/meters-query.ts';
import { Answer } from '../../../shared/ui/page/answer.tsx';

const ONLINE_REFRESH_MS = 60_000;

/** Content made of the meters; they are refetched every minute. */
export const MetersOnScreen = ({ children }: { children: ReactNode }) => {
  const meters = useQuery({ ...metersQuery, refetchInterval: ONLINE_REFRESH_MS });
  return meters.data === undefined ? <Answer query={meters} rows={3} /> : children;
};
