import { type DraftForm, useDraftForm } from '../../../shared/forms/use-draft-form.ts';
import type { TariffType } from '../page-frame/bill-texts.ts';
import { readUtilityDraft, type UtilityDraft } from './utility-draft.ts';

export type UtilityForm = DraftForm<UtilityDraft>;

export const useUtilityForm = (draft: UtilityDraft, type: TariffType): UtilityForm =>
  useDraftForm(draft, (typed) => readUtilityDraft(typed, type).errors);
