import { BUDGET_MEASURES, budgetText, forecastText } from '@nascente/domain/money/budgets/budget-texts';
import { z } from 'zod/mini';
import { described } from '../../base/described.ts';
import { BY_DAY, defineAlertKind } from '../define-alert-kind.ts';

const LABEL = 'Ciclo acima da meta';

/** The forecast of the cycle is above its budget. */
export const cycleBudget = defineAlertKind({
  kind: 'cycle-budget',
  label: LABEL,
  icon: 'coin',
  cause: 'cycle',
  severity: 'serious',
  incidents: BY_DAY,
  isOfEstablishment: true,
  threshold: { value: null, unit: 'R$', tells: 'above' },
  links: ['budgets', 'changes'],
  facts: {
    measure: described('Of R$, kWh or m³.', z.enum(BUDGET_MEASURES)),
    type: described(
      'The utility of an amount of R$; absent: electricity.',
      z.optional(z.enum(['eletric', 'water'])),
    ),
    forecast: described('Forecast of the cycle, in the unit of the measure.', z.number()),
    budget: described('In the unit of the measure.', z.number()),
    group: described('Name of the group; `null`: the establishment.', z.nullable(z.string())),
  },
  title: ({ measure, type, group }, { establishment }) => {
    const utility = measure === 'water' || type === 'water' ? 'água' : 'energia';
    return `${LABEL} (${utility}): ${group ?? establishment.name}`;
  },
  text: ({ measure, forecast, budget, group }) => {
    // A group has no bill; its R$ are the cost of its meters.
    const money = group === null ? 'A fatura' : 'O custo';
    const whose = group === null ? 'deste ciclo' : `do grupo ${group} neste ciclo`;
    return `${measure === 'money' ? money : 'O consumo'} ${whose} caminha para ${forecastText(forecast, measure)}, ${forecastText(Math.abs(forecast - budget), measure)} acima da meta de ${budgetText(budget, measure)}.`;
  },
});
