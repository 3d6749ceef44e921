import type { TariffRulesJson } from '@nascente/contract/sites/tariff-rules';
import { type DraftForm, useDraftForm } from '../../../shared/forms/use-draft-form.ts';
import { readDraft } from './read-draft.ts';
import type { TariffDraft } from './tariff-draft.ts';

export type TariffForm = DraftForm<TariffDraft>;

export const useTariffForm = (draft: TariffDraft, newest: TariffRulesJson | null): TariffForm =>
  useDraftForm(draft, (typed) => readDraft(typed, newest).errors);
