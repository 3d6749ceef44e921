import {
  type FoundContract,
  findContract,
  type PriorKnowledge,
} from '@nascente/domain/money/printed-bill/find-contract';
import type { CandidateTariff } from '@nascente/domain/money/printed-bill/found-fits';
import type { PrintedLine } from '@nascente/domain/money/printed-bill/printed-lines';
import { answerFromWorker } from '../../../platform/workers/worker-answer.ts';

export interface ContractSearch {
  readonly lines: readonly PrintedLine[];
  readonly candidates: readonly CandidateTariff[];
  readonly prior: PriorKnowledge;
}

/** The thread that infers the contract of a bill. It may compute thousands of possible terms. */
await answerFromWorker(
  async ({ lines, candidates, prior }: ContractSearch): Promise<FoundContract> =>
    findContract(lines, candidates, prior),
);
