import { listOpportunities } from '@nascente/contract/insight/opportunities';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../api/api-client.ts';

/** Some establishments are still to be looked at: asked again at once, as the server goes on where it stopped. */
const NEXT_MS = 200;

/** What could be saved at all establishments that the person sees; comes in parts while the server looks. */
export const useOpportunities = () =>
  useQuery({
    ...queryFor(listOpportunities, {}),
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && data.looked.done < data.looked.of ? NEXT_MS : false,
  });
