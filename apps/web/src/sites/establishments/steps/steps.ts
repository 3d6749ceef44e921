export const STEPS = [
  { name: 'business', title: 'Estabelecimento' },
  { name: 'hours', title: 'Horário de Funcionamento' },
  { name: 'bill', title: 'Conta de Luz' },
  { name: 'equipment', title: 'Equipamento' },
] as const;

export type StepName = (typeof STEPS)[number]['name'];
export const LAST_STEP = STEPS.length - 1;

export const stepAt = (index: number): (typeof STEPS)[number] => STEPS[index] ?? STEPS[0];
