import { createInstallation } from '@nascente/contract/sites/meters';
import { civilDateAt } from '@nascente/domain/base/time/civil-day';
import { monthOf } from '@nascente/domain/base/time/civil-month';
import { DEFAULT_ZONE, HOUR_MS, instant, MINUTE_MS } from '@nascente/domain/base/time/zone';
import { milliwattHours } from '@nascente/domain/base/units/energy';
import { blankFrame, formatFrame } from '@nascente/domain/telemetry/frames/frame';
import type { Page } from '@playwright/test';
import { type LabelledBoard, newBoard, newEstablishment } from './setup/establishments.ts';
import { ask, enter, newPerson, type Person } from './setup/people.ts';
import { runningServer } from './setup/running-server.ts';
import { card, expect, expectAccessible, expectFits, test } from './setup/test.ts';

/** Wh of a minute at 1.2 kW. */
const OF_A_MINUTE = 20;

/** Sends a frame of each minute of the last three hours, without those of a power cut that ended an hour ago. */
async function sendWithCut({ mac, key }: LabelledBoard, cut: { from: number; to: number }): Promise<void> {
  const records: string[] = [];
  const end = cut.to + HOUR_MS;
  for (let at = end - 3 * HOUR_MS; at < end; at += MINUTE_MS) {
    if (at >= cut.from && at < cut.to + MINUTE_MS) continue;
    const energyA = milliwattHours(OF_A_MINUTE * (at === cut.to + MINUTE_MS ? 800 : 1000));
    const measured = { va: 220, vb: 221, vc: 219, wa: 1200, energyA };
    records.push(formatFrame({ ...blankFrame('tri', instant(at)), rssi: -58, ...measured }, mac));
  }
  const response = await fetch(`${runningServer().address}/api/ingest`, {
    method: 'POST',
    headers: {
      'content-type': 'text/plain',
      authorization: `Basic ${Buffer.from(`${mac}:${key}`).toString('base64')}`,
    },
    body: records.join('\n'),
  });
  expect(await response.json()).toMatchObject({ ok: true });
}

async function afterACut(): Promise<{ person: Person; meter: string; month: string }> {
  const person = await newPerson({ profile: 'Manager' });
  const locationCode = await newEstablishment(person, 'Padaria do Apagão');
  const board = await newBoard();
  const end = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
  const cut = { from: end - 2 * HOUR_MS, to: end - HOUR_MS };
  const installDate = new Date(end - 24 * HOUR_MS).toISOString();
  const { mac: meter, code } = board;
  const body = { locationCode, name: 'Geral', meter, code, installDate };
  await ask(createInstallation, { token: person.token, body });
  await sendWithCut(board, cut);
  return { person, meter, month: monthOf(civilDateAt(instant(cut.from), DEFAULT_ZONE)) };
}

const statement = (page: Page) => card(page, 'Uma por uma').getByLabel('O que foi');

test('asks about a power cut on a phone, takes the class and the limits, and writes the claim', async ({
  page,
}) => {
  const { person, meter, month } = await afterACut();
  await page.setViewportSize({ width: 360, height: 740 });
  await enter(page, person, `/meter/${meter}/quality`);
  await page.getByRole('link', { name: 'Interrupções' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Interrupções' })).toBeVisible();
  const address = new URL(page.url());
  address.searchParams.set('mes', month);
  await page.goto(address.href);
  // A single board may also have been unplugged.
  await expect(card(page, 'O mês')).toContainText('Não sabemos se faltou energia 1 vez.');
  await expect(card(page, 'Uma por uma')).toContainText('O medidor ficou desligado durante o silêncio');
  await expectAccessible(page);
  await expectFits(page);

  await statement(page).selectOption({ label: 'Interrupção comum' });
  await expect(card(page, 'Uma por uma')).toContainText('Informado por');
  await expect(card(page, 'O mês')).toContainText(/Faltou energia 1 vez, por (0,98|0,99|1,00|1,01) h\./);

  await page.getByRole('button', { name: 'Informar limites' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Conjunto').fill('Centro');
  await form.getByLabel('DIC do mês (h)').fill('0,5');
  await form.getByLabel('TUSD de um mês (R$)').fill('730');
  await form.getByRole('button', { name: 'Salvar' }).click();
  await expect(card(page, 'O mês')).toContainText('acima de 0,50 h');
  // Half an hour above the limit × R$ 730 ÷ 730 × 34.
  await expect(card(page, 'Compensação')).toContainText(/Acima dos limites: R\$\s1[678],/);
  await page.getByText('Texto para a distribuidora').click();
  await expect(page.getByLabel('Texto para a distribuidora')).toHaveValue(
    /do conjunto Centro[\s\S]*interrupção comum/,
  );
  await expectAccessible(page);
  await expectFits(page);

  await page.reload();
  await expect(statement(page)).toHaveValue('ordinary');
});
