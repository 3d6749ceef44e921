import { readContract } from '@nascente/contract/money/billing-terms';
import type { BillAnswer } from '@nascente/contract/money/bills';
import {
  type Establishment,
  listEstablishments,
  readEstablishment,
} from '@nascente/contract/sites/establishments';
import { civilDate } from '@nascente/domain/base/time/civil-day';
import { formatDayRange } from '@nascente/domain/base/units/format';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useNavigate } from 'react-router';
import { queryFor } from '../../../shared/api/api-client.ts';
import { isOfType } from '../../../shared/api/api-failure.ts';
import { useAddress } from '../../../shared/api/use-address.ts';
import { nameOf } from '../../../shared/establishment-name.ts';
import { useLastEstablishment } from '../../../shared/session-state/last-establishment.ts';
import { readPreference, writePreference } from '../../../shared/session-state/local-preference.ts';
import { useMay } from '../../../shared/session-state/use-may.ts';
import { Card, type Span } from '../../../shared/ui/marks/card.tsx';
import { TextLink } from '../../../shared/ui/marks/text-link.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { Answer, isAbsent } from '../../../shared/ui/page/answer.tsx';
import { EmptyState } from '../../../shared/ui/page/empty-state.tsx';
import { ErrorState } from '../../../shared/ui/page/error-state.tsx';
import { Page } from '../../../shared/ui/page/page.tsx';
import { Loading, SkeletonBlock, SkeletonLine } from '../../../shared/ui/page/skeleton.tsx';
import { StepButtons } from '../../../shared/ui/step-buttons.tsx';
import { UtilityToggle } from '../../../shared/ui/unit-toggle.tsx';
import { assumedOf } from '../contract/contract-texts.ts';
import { searchOf, useBillAddress, useUtility } from './bill-address.ts';
import classes from './missing-notice.module.css';

type Days = BillAnswer['cycle'];

const asText = ({ start, end }: Days): string => formatDayRange(civilDate(start), civilDate(end));

export const CycleSteps = ({ bill }: { readonly bill: Pick<BillAnswer, 'previousCycle' | 'nextCycle'> }) => {
  const [, change] = useAddress();
  const { previousCycle: previous, nextCycle: next } = bill;
  const goTo = (cycle: Days) => change({ inicio: cycle.start }, { isStep: true });
  return (
    <StepButtons
      tour="bill-cycle"
      previous={`Ciclo anterior: ${asText(previous)}`}
      next={next === null ? 'Este é o ciclo atual' : `Próximo ciclo: ${asText(next)}`}
      onPrevious={() => goTo(previous)}
      onNext={next && (() => goTo(next))}
    />
  );
};

interface MissingNoticeProps {
  readonly missing: readonly string[];
  /** Whether the contract lacks terms the bill does not report, such as generation. */
  readonly isContractShort?: boolean;
}

/** Readings and flags cannot be entered in a contract; assumed terms can. */
const useIsIncomplete = (): boolean => {
  const { id } = useBillAddress();
  const type = useUtility();
  const { data } = useQuery(queryFor(readContract, { params: { id }, query: { type } }));
  return data !== undefined && assumedOf(data.contract).length > 0;
};

/** Missing parts of a bill, with a link to the contract where it can supply them. */
export const MissingNotice = ({ missing, isContractShort = false }: MissingNoticeProps) => {
  const mayEditEstablishment = useMay('edit-establishment');
  const { paths } = useBillAddress();
  const search = searchOf(useUtility());
  const isIncomplete = useIsIncomplete() || isContractShort;
  if (missing.length === 0) return null;
  const mayComplete = mayEditEstablishment && isIncomplete;
  return (
    <Notice
      tone="info"
      title={missing.length === 1 ? 'Falta algo para a fatura exata.' : 'O que falta para a fatura exata:'}
      action={mayComplete && <TextLink to={`${paths.contract}${search}`}>Completar o contrato</TextLink>}
    >
      {missing.length === 1 ? (
        missing[0]
      ) : (
        <ul className={classes.list}>
          {missing.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
    </Notice>
  );
};

interface AnsweredProps<T> {
  readonly query: UseQueryResult<T>;
  readonly title: string;
  readonly span?: Span;
  readonly rest: ReactNode;
  /** A way out where there is no answer or no access. */
  readonly action?: ReactNode;
  readonly children: (answer: T) => ReactNode;
}

export function Answered<T>({ query, title, span = 12, rest, action, children }: AnsweredProps<T>) {
  if (query.data !== undefined && !isAbsent(query.error)) return children(query.data);
  const resting = (
    <>
      <SkeletonLine width={14} />
      <SkeletonLine width={10} size="page" />
      {rest}
    </>
  );
  return (
    <Card title={title} span={span}>
      <Answer query={query} rest={resting} absent={{ action }} />
    </Card>
  );
}

/** The number of utilities billed to an establishment. */
type Utilities = 'one' | 'both';

const utilitiesOf = ({ installations }: Establishment): Utilities =>
  new Set(installations.map(({ type }) => type === 'water')).size > 1 ? 'both' : 'one';

const isUtilities = (retained: string | null): retained is Utilities =>
  retained === 'one' || retained === 'both';

/** Known at once for an establishment stored on this device. */
const useUtilities = (id: string, establishment: Establishment | undefined): Utilities | null => {
  const name = `utilities.${id}`;
  const utilities = establishment === undefined ? null : utilitiesOf(establishment);
  useEffect(() => {
    if (utilities !== null) writePreference(name, utilities);
  }, [name, utilities]);
  const retained = readPreference(name);
  return utilities ?? (isUtilities(retained) ? retained : null);
};

/** The establishment of the page; until it loads, its entry of the list. */
const useBilledEstablishment = (id: string) => {
  const client = useQueryClient();
  const query = useQuery({
    ...queryFor(readEstablishment, { params: { id } }),
    placeholderData: () => {
      const all = client.getQueryData(queryFor(listEstablishments, {}).queryKey);
      const establishment = all?.establishments.find(({ _id }) => _id === id);
      return establishment && { ok: true as const, establishment };
    },
  });
  return { ...query, utilities: useUtilities(id, query.data?.establishment) };
};

interface BillFrameProps {
  readonly title: string;
  readonly isElectricOnly?: boolean;
  readonly children: ReactNode;
}

const UtilityChoice = () => {
  const type = useUtility();
  const navigate = useNavigate();
  return (
    <UtilityToggle
      label="O que é faturado"
      value={type}
      onChange={(chosen) => void navigate({ search: searchOf(chosen) }, { replace: true })}
    />
  );
};

export const BillFrame = ({ title, isElectricOnly = false, children }: BillFrameProps) => {
  const { id } = useBillAddress();
  const type = useUtility();
  const { data, error, refetch, isFetching, utilities } = useBilledEstablishment(id);
  const establishment = data?.establishment;
  useLastEstablishment(establishment?._id ?? null);
  const hasChoice = utilities === 'both' || (utilities !== null && type === 'water');
  return (
    <Page
      title={title}
      overline={establishment ? nameOf(establishment) : error === null && <SkeletonLine width={14} />}
      action={!isElectricOnly && hasChoice && <UtilityChoice />}
    >
      {error !== null && (data === undefined || isOfType(error, 'not-found')) ? (
        <Card>
          {isOfType(error, 'not-found') ? (
            <EmptyState icon="home" action={<TextLink to="/home">Ir para o início</TextLink>}>
              Estabelecimento não encontrado.
            </EmptyState>
          ) : (
            <ErrorState failure={error} onRetry={refetch} retrying={isFetching} />
          )}
        </Card>
      ) : utilities === null && !isElectricOnly ? (
        // On phones the choice takes a line of its own, and would push down the content.
        <Loading>
          <SkeletonBlock height={300} />
        </Loading>
      ) : (
        children
      )}
    </Page>
  );
};
