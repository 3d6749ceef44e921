import { type DraftForm, useDraftForm } from '../../../../shared/forms/use-draft-form.ts';
import type { ContractDraft } from './contract-draft.ts';
import { readContractDraft } from './read-contract-draft.ts';

export type ContractForm = DraftForm<ContractDraft>;

export const useContractForm = (draft: ContractDraft): ContractForm =>
  useDraftForm(draft, (typed) => readContractDraft(typed).errors);
