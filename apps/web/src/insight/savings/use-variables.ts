import {
  listIndependentVariables,
  removeIndependentVariable,
  saveIndependentVariable,
} from '@nascente/contract/insight/independent-variables';
import { readSaving } from '@nascente/contract/insight/savings';
import type { VariableKind } from '@nascente/domain/energy/baseline/independent-variables';
import type { DayValue } from '@nascente/domain/insight/savings/day-values';
import { useQueryClient } from '@tanstack/react-query';
import { request } from '../../shared/api/api-client.ts';
import { useSending } from '../../shared/forms/use-sending.ts';
import { announce } from '../../shared/ui/snackbar.tsx';

const useVariableUpdates = (id: string) => {
  const queryClient = useQueryClient();
  return async (answer: unknown, text: string): Promise<void> => {
    queryClient.setQueryData([listIndependentVariables.name, { params: { id } }], answer);
    announce(text, { tone: 'good' });
    await queryClient.invalidateQueries({ queryKey: [readSaving.name] });
  };
};

interface NewValues {
  readonly kind: VariableKind;
  readonly unit: string;
  readonly values: readonly DayValue[];
}

export const useSaveVariable = (id: string, onSaved: () => void) => {
  const notify = useVariableUpdates(id);
  return useSending(async ({ kind, unit, values }: NewValues) => {
    const body = { unit, values: [...values] };
    const answer = await request(saveIndependentVariable, { params: { id, kind }, body });
    onSaved();
    await notify(answer, 'Dias importados.');
  });
};

export const useRemoveVariable = (id: string, onRemoved: () => void) => {
  const notify = useVariableUpdates(id);
  return async (kind: VariableKind): Promise<void> => {
    const answer = await request(removeIndependentVariable, { params: { id, kind } });
    onRemoved();
    await notify(answer, 'Dias excluídos.');
  };
};
