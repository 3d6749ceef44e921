import { readFile } from 'node:fs/promises';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import { openConnection } from '@nascente/virtual-meters/publishing/run-boards';
import { enter, newPerson, theAdmin } from './setup/people.ts';
import { runningServer } from './setup/running-server.ts';
import { card, choose, expect, expectAccessible, test } from './setup/test.ts';

const macOf = (number: number): string => {
  const pairs = (Date.now() + number).toString(16).toUpperCase().padStart(10, '0').slice(-10).match(/../g);
  return ['0A', ...(pairs ?? [])].join(':');
};

/** A board in software, with the messages that the broker refused. */
const openBoard = (mac: string, key: string) => {
  const troubles: string[] = [];
  const { mqttPort: port } = runningServer();
  const connection = openConnection({
    host: '127.0.0.1',
    port,
    mac: mac as Mac,
    key,
    equipment: 'emd3p',
    onTrouble: (trouble) => troubles.push(trouble),
  });
  return { ...connection, troubles };
};

const sheet = (lines: readonly string[]) => ({
  name: 'placas.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(`\uFEFFmac;type;model;equipment\r\n${lines.join('\r\n')}\r\n`),
});

/** Key, code and the address that opens the registration. */
const CELLS = '[0-9a-f]{40};[A-Z2-9]{5}-[A-Z2-9]{5};http://[^;]*/registerBoard[^;]*';

test('an Admin provisions boards by spreadsheet: faulty lines are shown first, then keys as a file', async ({
  page,
}) => {
  await enter(page, await theAdmin(), '/boards');
  await page.getByRole('link', { name: 'Cadastrar placas' }).click();
  await choose(page, 'Como cadastrar', 'Planilha CSV');
  const [first, second] = [macOf(0), macOf(1)];
  const file = page.getByLabel('Arquivo CSV');
  await file.setInputFiles(sheet([`"${first}";eletric;tri;emd3p`, `${first};water;;`, 'x;gas;;']));
  const faults = page.getByRole('list', { name: 'Problemas da planilha' }).getByRole('listitem');
  await expect(faults).toHaveText([
    `Linha 3 ${first} já está na linha 2`,
    'Linha 4 Endereço MAC inválido',
    'Linha 4 Tipo inválido: use eletric ou water',
  ]);
  await expectAccessible(page);
  await file.setInputFiles(sheet([`"${first}";eletric;tri;emd3p`, `${second};water;mono;emd`]));
  await page.getByRole('button', { name: 'Cadastrar 2 placas' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Baixar CSV' }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  expect(text).toMatch(
    new RegExp(`^\uFEFFmac;key;code;link\r\n${first};${CELLS}\r\n${second};${CELLS}\r\n$`),
  );
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Cadastrar mais placas' }).click();
  await file.setInputFiles(sheet([`${second};water;mono;emd`]));
  await expect(faults).toHaveText([`Linha 2 ${second} já está no inventário`]);
  await page.getByRole('link', { name: 'Ver inventário' }).click();
  await page.getByRole('searchbox', { name: 'Buscar placa' }).fill(second.replaceAll(':', ''));
  await expect(page.getByRole('list', { name: 'Placas' }).getByRole('link')).toHaveCount(1);
});

test('corrects a board before its first message, changes its key while connected, and retains its history', async ({
  page,
}) => {
  await enter(page, await theAdmin(), '/boards/new');
  const mac = macOf(2);
  await page.getByLabel('Endereço MAC').fill(mac.toLowerCase().replaceAll(':', '-'));
  await page.getByLabel('Modelo').selectOption('Monofásico');
  await page.getByRole('button', { name: 'Cadastrar placa' }).click();
  const key =
    (await page.getByRole('list', { name: 'Chaves das placas' }).locator('code').last().textContent()) ?? '';
  await page.goto(`/boards/${mac}`);

  await page.getByRole('button', { name: 'Alterar tipo e modelo' }).click();
  await page.getByRole('dialog').getByLabel('Modelo').selectOption('Trifásico');
  await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click();
  await expect(card(page, 'Situação')).toContainText('Energia · Trifásico · EMD3P');

  const board = openBoard(mac, key);
  await board.publish('<b>rubbish</b>');
  // Connections are kept together with those of other boards, a moment later.
  await expect(async () => {
    await page.reload();
    await expect(card(page, 'Situação')).toContainText('127.0.0.1', { timeout: 2_000 });
  }).toPass();
  await expect(card(page, 'Situação')).toContainText('MQTT 3.1.1, TCP');
  await expect(card(page, 'Mensagens recusadas')).toContainText('1 mensagem nos últimos 30 dias');
  await page.getByText('Conteúdo das últimas (1)').click();
  await expect(page.getByText('<b>rubbish</b>')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Trocar chave' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Trocar chave' }).click();
  const renewed = (await page.getByRole('dialog').locator('code').textContent()) ?? '';
  await expect.poll(() => board.troubles.join()).toMatch(/not authorized/i);
  await board.end();
  const again = openBoard(mac, renewed);
  await again.publish('rubbish');
  await again.end();
  expect(again.troubles).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Fechar' }).click();

  await page.getByRole('button', { name: 'Remover do inventário' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remover' }).click();
  await expect(page).toHaveURL(/\/boards$/);
  await page.goto(`/boards/${mac}`);
  await expect(page.getByText('Esta placa não está no inventário.')).toBeVisible();

  await page.goto('/people/audit');
  const trail = page.getByRole('list', { name: 'Registros de auditoria' });
  for (const deed of ['Placa removida', 'Chave de placa trocada', 'Placa alterada', 'Placas provisionadas'])
    await expect(trail.getByText(deed).first()).toBeVisible();
});

test('a board with readings retains its type, its history and its place in the inventory', async ({
  page,
}) => {
  await enter(page, await theAdmin(), '/boards/02:4E:41:00:00:01');
  await expect(card(page, 'Manutenção')).toContainText('não podem mais ser alterados');
  await expect(page.getByRole('button', { name: /Remover do|Alterar/ })).toHaveCount(0);
  await expect(card(page, 'Instalações').getByRole('listitem')).toHaveCount(1);
});

test('only an Admin can open the inventory', async ({ page }) => {
  await enter(page, await newPerson());
  await expect(page.getByRole('link', { name: 'Operação' })).toHaveCount(0);
  await page.goto('/boards/new');
  await expect(page.getByRole('heading', { name: 'Sem acesso' })).toBeVisible();
});
