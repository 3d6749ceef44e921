import { readContract } from '@nascente/contract/money/billing-terms';
import { listEstablishments } from '@nascente/contract/sites/establishments';
import { listMeters } from '@nascente/contract/sites/meters';
import type { Locator, Page } from '@playwright/test';
import { ask, theOwner } from './setup/people.ts';
import { card, expect, settled, test } from './setup/test.ts';

interface Establishment {
  readonly id: string;
  readonly name: string;
  /** The MAC of the meter that measures it alone. */
  readonly mac: string;
}

/** The establishments of the demonstration that have a contract of electricity. */
const billedEstablishments = async (): Promise<Establishment[]> => {
  const { token } = await theOwner();
  const { establishments } = await ask(listEstablishments, { token });
  const { installationsMeter } = await ask(listMeters, { token });
  const billed: Establishment[] = [];
  for (const { _id: id, name, fantasyName } of establishments) {
    const { contract } = await ask(readContract, { token, params: { id }, query: { type: 'eletric' } });
    const meters = installationsMeter.filter((one) => one.establishmentId === id && one.type === 'eletric');
    const alone = meters.length === 1 ? meters[0] : meters.find(({ isGeral }) => isGeral);
    if (contract.inForce.validFrom !== null && alone)
      billed.push({ id, name: fantasyName || name, mac: alone.macAddress });
  }
  return billed;
};

/** Waits for the first amount in R$ in a part of the page. @returns cents */
async function centsIn(part: Locator): Promise<number> {
  let shown: RegExpExecArray | null = null;
  await expect(async () => {
    // A part that loads meanwhile may replace the earlier element.
    shown = /R\$\s*([\d.]+),\s*(\d{2})/.exec((await part.textContent()) ?? '');
    expect(shown).not.toBeNull();
  }).toPass();
  const [, total = '', cents = ''] = shown ?? [];
  return Number(total.replaceAll('.', '')) * 100 + Number(cents);
}

/** The meters of the demonstration go on measuring from one screen to the next. */
const MEASURED_MEANWHILE = 0.003;

const open = async (page: Page, path: string): Promise<void> => {
  await page.goto(path);
  await settled(page);
};

test('shows one amount for the cycle of an establishment on every screen', async ({ home }) => {
  test.slow();
  const establishments = await billedEstablishments();
  expect(establishments.length).toBeGreaterThan(2);
  for (const { id, name, mac } of establishments) {
    await open(home, '/home');
    await home.getByRole('radio', { name }).click({ force: true });
    await expect(home.getByRole('heading', { level: 1, name })).toBeVisible();
    await settled(home);
    const cycle = card(home, 'Fatura de energia');
    const amounts = new Map([['Home', await centsIn(cycle)]]);
    amounts.set(
      'selector',
      await centsIn(home.getByRole('group', { name: 'Estabelecimento' }).getByText(name).locator('..')),
    );
    await cycle.getByRole('link', { name: 'Ver fatura' }).click();
    amounts.set('bill', await centsIn(card(home, 'Fatura de energia')));
    await open(home, `/apportionment/${id}`);
    amounts.set('apportionment', await centsIn(home.locator('main')));
    await open(home, `/meter/${mac}`);
    amounts.set('meter', await centsIn(home.locator('[data-tour="meter-bill"]')));
    const minimum = Math.min(...amounts.values());
    for (const [screen, amount] of amounts)
      expect(
        (amount - minimum) / minimum,
        `${name} on ${screen}: ${JSON.stringify([...amounts])}`,
      ).toBeLessThan(MEASURED_MEANWHILE);
  }
});
