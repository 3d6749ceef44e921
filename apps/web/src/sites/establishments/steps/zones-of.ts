import { type StateCode, zoneOfState } from '@nascente/domain/sites/registry/states';

/** Two states have places in another zone than their capital, by `registry/states`. */
const ELSEWHERE: Partial<Record<StateCode, { zone: string; label: string }>> = {
  AM: { zone: 'America/Eirunepe', label: 'Sudoeste do Amazonas (Eirunepé, Tabatinga)' },
  PE: { zone: 'America/Noronha', label: 'Fernando de Noronha' },
};

const CAPITALS: Partial<Record<StateCode, string>> = { AM: 'Manaus', PE: 'Recife' };

/** The zones of a state, its capital's first. */
export const zonesOf = (state: StateCode): readonly string[] => {
  const other = ELSEWHERE[state];
  return other === undefined ? [zoneOfState(state)] : [zoneOfState(state), other.zone];
};

/** Choices of a state with several zones; empty elsewhere. */
export const zoneChoices = (state: StateCode): readonly { value: string; label: string }[] => {
  const other = ELSEWHERE[state];
  if (other === undefined) return [];
  return [
    { value: zoneOfState(state), label: `Horário de ${CAPITALS[state]}` },
    { value: other.zone, label: other.label },
  ];
};
