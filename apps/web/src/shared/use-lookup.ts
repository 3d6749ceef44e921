import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { ApiFailure } from './api/api-failure.ts';
import { useSettled } from './forms/use-settled.ts';

/** Specification, section 9: the pause before a look-up. */
const REST_MS = 1000;

/** `unknown`: not in the registry, or invalid. `down`: no registry answers. */
export type LookupState = 'idle' | 'running' | 'found' | 'unknown' | 'down';

const stateOf = (failure: Error): LookupState =>
  failure instanceof ApiFailure && (failure.status === 400 || failure.status === 404) ? 'unknown' : 'down';

interface Lookup<Answer> {
  state: LookupState;
  answer: Answer | undefined;
}

/** Looks a complete number up after a pause of a second; null while incomplete or not to be looked up. */
export const useLookup = <Answer>(
  number: string | null,
  optionsFor: (number: string) => Pick<UseQueryOptions<Answer>, 'queryKey' | 'queryFn'>,
): Lookup<Answer> => {
  const settled = useSettled(number, REST_MS);
  const { data, error, isFetching } = useQuery({
    ...optionsFor(settled ?? ''),
    enabled: settled !== null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { isOfOthers: true },
  });
  if (settled === null) return { state: 'idle', answer: undefined };
  if (isFetching) return { state: 'running', answer: undefined };
  if (error) return { state: stateOf(error), answer: undefined };
  return { state: data === undefined ? 'idle' : 'found', answer: data };
};
