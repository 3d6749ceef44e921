import { generateToken } from '@nascente/contract/connections/api-keys';
import { inviteClient } from '@nascente/contract/people/invitations';
import { requestRecovery } from '@nascente/contract/people/recovery';
import { createClientUser } from '@nascente/contract/sites/client-users';
import { listEstablishments } from '@nascente/contract/sites/establishments';
import type { Browser, Page } from '@playwright/test';
import { lookAround } from './setup/look-around.ts';
import {
  ask,
  askToBeManager,
  enter,
  linkIn,
  mailTo,
  newPerson,
  type Person,
  theAdmin,
  theOwner,
} from './setup/people.ts';
import { wantsNoTours } from './setup/remembered.ts';
import { choose, expect, refusedByPolicy, settled, test } from './setup/test.ts';

/** The people who open the screens; every screen has data for each of them. */
interface People {
  readonly owner: Person;
  readonly admin: Person;
  readonly manager: Person;
  readonly newcomer: Person;
  readonly recoveryLink: string;
  readonly invitationLink: string;
  readonly flowLink: string;
  readonly budgetLink: string;
}

const variablesOf = (flowLink: string): string =>
  `${flowLink.replace('/flow/', '/edit/establishment/')}/variables`;

interface Screen {
  readonly name: string;
  readonly path: string | ((people: People) => string);
  /** The person who signs in; absent: nobody. */
  readonly as?: Exclude<keyof People, 'recoveryLink' | 'invitationLink' | 'flowLink' | 'budgetLink'>;
  /** Actions before the screen is checked. */
  readonly prepare?: (page: Page) => Promise<void>;
}

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();

const SCREENS: readonly Screen[] = [
  { name: 'login', path: '/login' },
  { name: 'about', path: '/sobre' },
  { name: 'help-outside', path: '/help#comecar' },
  { name: 'glossary-outside', path: '/glossary' },
  { name: 'legal', path: '/legal' },
  { name: 'sign-up', path: '/signup?name=Padaria%20Aurora&email=contato@padaria.test' },
  { name: 'recovery-request', path: '/recovery-password' },
  {
    name: 'recovery',
    path: ({ recoveryLink }) => recoveryLink,
    prepare: async (page) => {
      await page.getByLabel('Nova senha').fill('Forno2');
      await page.getByLabel('Confirmar senha').fill('Fogo');
    },
  },
  { name: 'recovery-expired', path: '/recovery/none' },
  { name: 'invitation', path: ({ invitationLink }) => invitationLink },
  { name: 'invitation-expired', path: '/invitation/none' },
  { name: 'unrecognized-expired', path: '/unrecognized/none' },
  { name: 'not-found', path: '/nothing/here' },
  { name: 'home', path: '/home', as: 'owner' },
  { name: 'home-empty', path: '/home', as: 'newcomer' },
  { name: 'meters', path: '/dashboard', as: 'owner' },
  { name: 'alerts', path: '/alerts', as: 'owner' },
  { name: 'alert-notices', path: '/alerts/notices', as: 'owner' },
  { name: 'alert-limits', path: '/alerts/limits', as: 'owner' },
  { name: 'alert-rules', path: '/alerts/rules', as: 'owner' },
  { name: 'alert-webhooks', path: '/alerts/webhooks', as: 'owner' },
  { name: 'bill', path: '/bill', as: 'owner' },
  { name: 'bill-empty', path: '/bill', as: 'newcomer' },
  { name: 'results', path: '/opportunities?lista=feitas', as: 'owner' },
  { name: 'budgets', path: '/budgets', as: 'owner' },
  { name: 'budgets-empty', path: '/budgets', as: 'newcomer' },
  { name: 'budget', path: ({ budgetLink }) => budgetLink, as: 'owner' },
  { name: 'portfolio', path: '/portfolio', as: 'owner' },
  { name: 'opportunities', path: '/opportunities', as: 'owner' },
  { name: 'explore', path: '/explore', as: 'owner' },
  {
    name: 'explore-several',
    path: '/explore',
    as: 'owner',
    prepare: async (page) => {
      await page.goto(
        '/explore?ver=02:4E:41:00:00:01~power,02:4E:41:00:00:04~flow,02:4E:41:00:00:01~voltageA&comparar=7&eixos=separados',
      );
      await settled(page);
    },
  },
  { name: 'explore-empty', path: '/explore', as: 'newcomer' },
  { name: 'reports', path: '/reports', as: 'owner' },
  { name: 'reports-empty', path: '/reports', as: 'newcomer' },
  { name: 'flow', path: ({ flowLink }) => flowLink, as: 'owner' },
  {
    name: 'flow-now',
    path: ({ flowLink }) => flowLink,
    as: 'owner',
    prepare: (page) => page.getByText('Agora', { exact: true }).click(),
  },
  { name: 'carbon', path: ({ flowLink }) => flowLink.replace('/flow/', '/carbon/'), as: 'owner' },
  { name: 'meter', path: '/meter/02:4E:41:00:00:01', as: 'owner' },
  { name: 'water-meter', path: '/meter/02:4E:41:00:00:04', as: 'owner' },
  { name: 'silent-meter', path: '/meter/02:4E:41:00:00:06', as: 'owner' },
  // Ten rows have every kind of cell: a hundred with thirty columns take longer to be checked than all else of a screen.
  { name: 'history', path: '/history/02:4E:41:00:00:01?por=10', as: 'owner' },
  { name: 'history-mono', path: '/history/02:4E:41:00:00:05?por=10', as: 'owner' },
  { name: 'history-water', path: '/history/02:4E:41:00:00:04?por=10', as: 'owner' },
  { name: 'history-empty', path: '/history/02:4E:41:00:00:06', as: 'owner' },
  { name: 'supply', path: '/meter/02:4E:41:00:00:01/quality', as: 'owner' },
  {
    name: 'outages',
    path: ({ flowLink }) => flowLink.replace('/flow/', '/outages/'),
    as: 'owner',
  },
  { name: 'variables-empty', path: ({ flowLink }) => variablesOf(flowLink), as: 'owner' },
  {
    name: 'variables-preview',
    path: ({ flowLink }) => variablesOf(flowLink),
    as: 'owner',
    prepare: async (page) => {
      const buffer = Buffer.from('Dia;°C\n01/10/2026;23,5\n31/02/2026;20\n');
      await page.getByLabel('Arquivo', { exact: true }).setInputFiles({
        name: 'dias.csv',
        mimeType: 'text/csv',
        buffer,
      });
    },
  },
  { name: 'wizard', path: '/new/establishment', as: 'newcomer' },
  { name: 'wizard-refused', path: '/new/establishment', as: 'newcomer', prepare: press('Próximo') },
  { name: 'account', path: '/account', as: 'newcomer' },
  { name: 'account-manager', path: '/account', as: 'manager' },
  { name: 'account-key', path: '/account', as: 'manager', prepare: press('Criar chave de API') },
  { name: 'own-data', path: '/account/data', as: 'newcomer' },
  { name: 'integrations', path: '/account/integrations', as: 'manager' },
  { name: 'integrations-new', path: '/account/integrations/new', as: 'manager' },
  { name: 'links', path: '/account/links', as: 'owner' },
  { name: 'shared-over', path: '/shared/none' },
  {
    name: 'wall-over',
    path: '/tv/none',
    // Without a choice, a wall screen is dark in any theme of the system.
    prepare: async (page) => {
      await page.evaluate(() => localStorage.setItem('nascente.theme', 'auto'));
      await page.reload();
    },
  },
  { name: 'account-removal', path: '/account', as: 'manager', prepare: press('Remover conta') },
  { name: 'feedback', path: '/feedback', as: 'newcomer' },
  {
    name: 'help',
    path: '/help',
    as: 'newcomer',
    prepare: (page) => page.getByText('Como conecto a placa?').click(),
  },
  { name: 'glossary', path: '/glossary', as: 'newcomer' },
  { name: 'home-hint', path: '/home', as: 'owner', prepare: press(/^O que é/) },
  { name: 'client-users', path: '/users', as: 'admin' },
  { name: 'guests', path: '/guests', as: 'newcomer' },
  { name: 'client-users-edit', path: '/users', as: 'manager', prepare: press(/^Editar/) },
  { name: 'boards', path: '/boards', as: 'admin' },
  { name: 'board', path: '/boards/02:4E:41:00:00:01', as: 'admin' },
  { name: 'board-key', path: '/boards/02:4E:41:00:00:01', as: 'admin', prepare: press('Trocar chave') },
  { name: 'board-new', path: '/boards/new', as: 'admin' },
  {
    name: 'boards-sheet',
    path: '/boards/new',
    as: 'admin',
    prepare: async (page) => {
      await choose(page, 'Como cadastrar', 'Planilha CSV');
      const buffer = Buffer.from('mac;type\nA4:CF:12:00:0B:01;eletric\nx;gas\n');
      await page
        .getByLabel('Arquivo CSV')
        .setInputFiles({ name: 'placas.csv', mimeType: 'text/csv', buffer });
    },
  },
  { name: 'people', path: '/people', as: 'admin' },
  {
    name: 'person',
    path: '/people',
    as: 'admin',
    // The list is paged: after the other specs there are many people.
    prepare: async (page) => {
      await page.getByPlaceholder('Nome, e-mail ou CNPJ').fill('Padaria das Telas');
      await press(/Padaria das Telas/)(page);
    },
  },
  { name: 'upgrades', path: '/people/upgrades', as: 'admin' },
  { name: 'audit', path: '/people/audit', as: 'admin', prepare: press('Conferir a cadeia') },
  { name: 'privacy', path: '/people/privacy', as: 'admin' },
  {
    name: 'mailbox',
    path: '/people/mailbox',
    as: 'admin',
    prepare: (page) => page.locator('summary').first().click(),
  },
  { name: 'status', path: '/status', as: 'admin' },
];

let people: People;

test.beforeAll(async () => {
  const [newcomer, manager] = [
    await newPerson({ name: 'Padaria das Telas' }),
    await newPerson({ name: 'Condomínio Edifício Comercial Rio Branco', profile: 'Manager' }),
  ];
  for (const name of ['Ana Beatriz Cavalcanti de Albuquerque', 'Loja 2', 'Zeca']) {
    const body = { name, email: `${name.slice(0, 3).trim()}.${manager.email}`, password: 'Pao#quente1' };
    await ask(createClientUser, { token: manager.token, body });
  }
  for (const name of ['Planilha do escritório', 'Robô da automação']) {
    await ask(generateToken, { token: manager.token, body: { name, write: name.startsWith('Robô') } });
  }
  await askToBeManager(newcomer);
  await ask(requestRecovery, { params: { email: newcomer.email } });
  const recoveryLink = linkIn(await mailTo(newcomer.email, 'Refaça sua senha'));
  const { link } = await ask(inviteClient, { token: manager.token, body: { name: 'Bia Souza' } });
  const owner = await theOwner();
  const { establishments } = await ask(listEstablishments, { token: owner.token });
  people = {
    owner,
    admin: await theAdmin(),
    manager,
    newcomer,
    recoveryLink,
    invitationLink: link ?? '',
    flowLink: `/flow/${establishments[0]?._id}`,
    budgetLink: `/budgets/establishment/${establishments[0]?._id}`,
  };
});

interface Visit {
  readonly page: Page;
  readonly refused: readonly string[];
}

/** A page for each who looks, kept for all screens of a worker. One on which something was opened or typed is not used again. */
const visits = new Map<Screen['as'], Visit>();

async function newVisit(browser: Browser): Promise<Visit> {
  const context = await browser.newContext();
  const refused = refusedByPolicy(context);
  await wantsNoTours(context);
  const page = await context.newPage();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  return { page, refused };
}

/** Opens another screen within the application. The page between them shows that the new one has replaced the old one. */
async function walkTo(page: Page, path: string): Promise<void> {
  const between = page.getByText('Esta página não existe ou mudou de endereço.');
  const go = (to: string) =>
    page.evaluate((address) => {
      history.pushState(null, '', address);
      dispatchEvent(new PopStateEvent('popstate'));
    }, to);
  await go('/nowhere');
  await expect(between).toBeVisible();
  await go(path);
  if (path !== '/nothing/here') await expect(between).toBeHidden();
}

async function openScreen(browser: Browser, { path: at, as }: Screen): Promise<Visit> {
  const path = typeof at === 'string' ? at : at(people);
  const existing = visits.get(as);
  const visit = existing ?? (await newVisit(browser));
  visits.set(as, visit);
  const { page } = visit;
  if (existing) await walkTo(page, path);
  else if (as === undefined) await page.goto(path);
  else await enter(page, people[as], path);
  await settled(page);
  return visit;
}

for (const screen of SCREENS) {
  test(`${screen.name}: accessible and no wider than the window, at every width in both themes`, async ({
    browser,
  }) => {
    const { page, refused } = await openScreen(browser, screen);
    await screen.prepare?.(page);
    await lookAround({ page, name: screen.name });
    expect(refused).toEqual([]);
    if (screen.prepare === undefined) return;
    visits.delete(screen.as);
    await page.context().close();
  });
}
