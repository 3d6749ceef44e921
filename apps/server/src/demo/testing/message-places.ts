import { subscribeToReports } from '@nascente/contract/insight/reports';
import { formatReais } from '@nascente/domain/base/units/format';
import { expect } from 'vitest';
import { foundIn, type Places, type Subject } from './figures.ts';
import { type MeasuredCompany, NOW } from './measured-company.ts';

const numberIn = (value: number | string | null | undefined): number | null =>
  typeof value === 'number' ? value : null;

/** A share that a state has in percent as it is rounded; NaN where the state has another. */
const shareIn = (
  percent: number | string | null | undefined,
  share: number | null | undefined,
  round: (thousandths: number) => number,
): number => (share != null && percent === round(share * 1_000) / 10 ? share : Number.NaN);

/** Messages to other systems. */
export const messagePlaces = ({ api, owner }: MeasuredCompany): Places => {
  const caller = {
    accountId: owner.id,
    profile: 'user' as const,
    email: owner.email,
    managerId: null,
    sessionHash: Buffer.alloc(32),
  };
  return {
    'Home Assistant': {
      call: null,
      async read({ general }, { completeness, estimated }) {
        const [meter] = await api.homeStates.metersOf(caller, [general.mac]);
        if (meter === undefined) throw new Error(`${general.mac} is not seen`);
        const state = await api.homeStates.stateOf(caller, meter);
        return {
          bill: numberIn(state.cost),
          kwh: numberIn(state.energy),
          forecast: numberIn(state.cost_forecast),
          forecastKwh: numberIn(state.energy_forecast),
          completeness: shareIn(state.completeness, completeness, Math.floor),
          estimated: shareIn(state.estimated, estimated, Math.ceil),
        };
      },
    },
  };
};

const BEFORE_ENDS = '2026-10-25T15:00:00Z';

/** Reads the bill from the e-mail with the report of each establishment's last cycle; NaN where the e-mail has another amount. */
export const emailedBills = async (
  { api, owner: { token } }: MeasuredCompany,
  subjects: readonly Subject[],
): Promise<(subject: Subject, bill: number | null) => number> => {
  await api.startJobs();
  await api.travelTo(BEFORE_ENDS);
  for (const { id } of subjects) {
    const payload = { kind: 'establishment', subject: id, period: 'month', formats: ['pdf'], byMail: true };
    await api.succeed(subscribeToReports, '/reports/subscriptions', { token, payload });
  }
  await api.travelTo(NOW);
  await api.sendReports();
  const emails = async () =>
    (await api.mail.readMailbox()).filter(({ subject }) => subject.includes('relatório de energia'));
  await expect.poll(async () => (await emails()).length, { timeout: 60_000 }).toBe(subjects.length);
  const texts = await emails();
  return ({ general }, bill) => {
    const email = texts.find(({ subject }) => subject.startsWith(`${general.shownAs}:`));
    return foundIn(email?.text ?? '', bill, formatReais);
  };
};
