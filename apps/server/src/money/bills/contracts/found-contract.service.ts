import type { BodyOf } from '@nascente/contract/base/call';
import { writeBillingContract } from '@nascente/contract/money/billing-contract';
import {
  type FoundContractAnswer,
  type findContract,
  MAX_LINES,
} from '@nascente/contract/money/found-contract';
import { reais, sumCents } from '@nascente/domain/base/units/money';
import type { FoundContract } from '@nascente/domain/money/printed-bill/find-contract';
import { flagPricesOn } from '@nascente/domain/money/printed-bill/flag-prices';
import type { CandidateTariff } from '@nascente/domain/money/printed-bill/found-fits';
import { contractOf } from '@nascente/domain/money/printed-bill/found-terms';
import { noIcmsOf } from '@nascente/domain/money/printed-bill/line-meaning';
import { readPrintedLines } from '@nascente/domain/money/printed-bill/printed-lines';
import { refuseField, TooLarge } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import type { BoundedProcesses } from '../../../platform/workers/bounded-processes.ts';
import type { WorkerThreads } from '../../../platform/workers/worker-threads.ts';
import type { PricedTariff } from '../../../sites/tariffs/index.ts';
import { type CachedTariffs, termsOn } from '../bill-maker.ts';
import { type BilledEstablishments, todayAt } from '../measured-days.ts';
import type { ContractSearch } from './find-contract.worker.ts';

/** The lines of a bill, one below another, and the total that it prints, R$. */
export interface BillText {
  readonly text: string;
  readonly printedTotal: number | null;
}

export type FoundContractService = ReturnType<typeof createFoundContractService>;

const readLines = (text: string): ReturnType<typeof readPrintedLines> => {
  const read = readPrintedLines(text);
  if (read.lines.length === 0)
    refuseField(
      'text',
      'Não entendemos nenhuma linha: escreva em cada uma um nome e um valor, como "COSIP 42,47".',
    );
  if (read.lines.length > MAX_LINES)
    refuseField('text', `São no máximo ${MAX_LINES} linhas: deixe só as da fatura.`);
  return read;
};

const toCandidates = (tariffs: readonly PricedTariff[]): CandidateTariff[] =>
  tariffs.flatMap(({ id, validFrom, rules }) =>
    rules.modality === 'simple' || rules.modality === 'water' ? [] : [{ id, validFrom, rules }],
  );

const SEARCHER = new URL('./find-contract.worker.ts', import.meta.url);
/** Time limit of a search, including waiting for another one. */
const MAX_SEARCH_MS = 20_000;
const TOO_LONG = 'A busca demorou demais: deixe só as linhas da fatura e tente novamente.';
const READER = new URL('../utility-bills/bill-text.process.ts', import.meta.url);
const TOO_HEAVY = 'Este PDF é pesado demais para ser lido: copie as linhas da fatura e cole abaixo.';

/** Infers an establishment's contract with its distributor from one bill. */
export const createFoundContractService = (needs: {
  establishments: BilledEstablishments;
  tariffs: CachedTariffs;
  threads: Pick<WorkerThreads, 'run'>;
  processes: Pick<BoundedProcesses, 'run'>;
}) => {
  const { establishments, tariffs, threads, processes } = needs;
  return {
    /** The lines of a bill in the text of its PDF. */
    async read(caller: Caller, id: string, file: Uint8Array, signal: AbortSignal): Promise<BillText> {
      await establishments.find(caller, id, 'eletric', 'edit-establishment');
      return processes.run<BillText>({
        module: READER,
        file,
        person: caller.accountId,
        signal,
        tooLarge: TOO_HEAVY,
      });
    },
    async find(
      caller: Caller,
      id: string,
      { type, day, text }: BodyOf<typeof findContract>,
      signal: AbortSignal,
    ): Promise<FoundContractAnswer> {
      const establishment = await establishments.find(caller, id, type, 'edit-establishment');
      const { lines, unread } = readLines(text);
      const [priced, before] = await Promise.all([
        tariffs.naming.pricedOn(day),
        termsOn(establishment.facts, type, todayAt(establishment), tariffs),
      ]);
      const input: ContractSearch = {
        lines,
        candidates: toCandidates(priced),
        prior: {
          tariff: before.tariff?.id ?? null,
          flags: flagPricesOn(day, establishment.flags),
          texts: unread,
        },
      };
      const isLate = AbortSignal.timeout(MAX_SEARCH_MS);
      const found = await threads
        .run<FoundContract>({
          module: SEARCHER,
          input,
          person: caller.accountId,
          signal: AbortSignal.any([signal, isLate]),
        })
        .catch((error: unknown) => {
          throw isLate.aborted ? new TooLarge(TOO_LONG, { cause: error }) : error;
        });
      const tariff = priced.find((one) => one.id === found.tariff?.id);
      const knowsTaxes = found.basis !== 'printed';
      return {
        basis: found.basis,
        tariff:
          tariff === undefined
            ? null
            : {
                _id: tariff.id,
                distributor: tariff.distributor,
                comment: tariff.comment,
                validFrom: tariff.validFrom,
              },
        modality: found.modality,
        isFree: found.isFree,
        flag: found.flag,
        rounding: found.trial.rounding,
        icms: knowsTaxes || found.trial.icms > 0 ? found.trial.icms : null,
        pisCofins: knowsTaxes ? found.trial.pisCofins : null,
        noIcms: found.noIcms,
        discount: found.discount,
        benefit: found.benefit?.label ?? null,
        supplier: found.supplier,
        demand: found.demand,
        lines: found.lines.map(({ line, meaning, quantity, price, computed }) => ({
          label: line.label,
          part: meaning.part,
          quantity,
          price,
          amount: reais(line.amount),
          computed: computed === null ? null : reais(computed),
        })),
        total: reais(sumCents(lines.map(({ amount }) => amount))),
        unread: unread.filter((text) => noIcmsOf(text) === null),
        tax: tariff?.id ?? null,
        terms: writeBillingContract(contractOf(found, before.contract, day)),
      };
    },
  };
};
