import type { AuditEvent } from '@nascente/contract/people/audit';
import { civilDateAt, isCivilDate } from '@nascente/domain/base/time/civil-day';
import { DEFAULT_ZONE, instant } from '@nascente/domain/base/time/zone';
import { formatDay } from '@nascente/domain/base/units/format';
import { keyScopes, scopeText } from '@nascente/domain/people/key-scopes';
import { isProfile, profileName } from '@nascente/domain/people/profiles';
import type { StepVerdict } from '@nascente/domain/telemetry/registers/register-verdicts';

const nameOfProfile = (text: string): string => (isProfile(text) ? profileName(text) : text);

const counted = (one: string, many: string) => (count: string) => `${count} ${count === '1' ? one : many}`;

const dayOf = (text: string): string => (isCivilDate(text) ? formatDay(text) : text);

const dueText = (due: string): string => {
  if (due === 'none') return 'sem vencimento';
  return isCivilDate(due) ? `vence em ${formatDay(due)}` : `vence todo dia ${due}`;
};

const VERDICTS: Readonly<Record<StepVerdict | 'automatic', string>> = {
  automatic: 'classificação automática',
  first: 'primeira leitura',
  normal: 'normal',
  gap: 'depois de silêncio',
  jitter: 'oscilação',
  'short-zero': 'zero momentâneo',
  spike: 'salto falso',
  reset: 'zerado',
  rollover: 'virada',
  exchange: 'troca de medidor',
  held: 'em espera',
};

const QUANTITIES: Readonly<Record<string, string>> = {
  consumed: 'energia consumida',
  injected: 'energia injetada',
  inductive: 'reativa indutiva',
  capacitive: 'reativa capacitiva',
};

const registerText = (register: string): string => {
  const quantity = QUANTITIES[register.slice(0, -1)];
  return quantity === undefined ? 'volume' : `${quantity}, fase ${register.slice(-1)}`;
};

const SIGN_IN_METHODS: Readonly<Record<string, string>> = {
  passkey: 'com chave de acesso',
  provider: 'pela conta da empresa',
};

const scopesText = (names: string): string =>
  keyScopes
    .filter((scope) => names.split(',').includes(scope))
    .map((scope) => scopeText(scope).name)
    .join(', ');

/** Last valid day before the expiry. */
const lastDayText = (iso: string): string =>
  Number.isNaN(Date.parse(iso)) ? iso : formatDay(civilDateAt(instant(Date.parse(iso) - 1), DEFAULT_ZONE));

const UTILITIES: Readonly<Record<string, string>> = { eletric: 'energia', water: 'água' };

const PLACE_PARTS: Readonly<Record<string, string>> = {
  cnpj: 'CNPJ',
  corporateName: 'razão social',
  fantasyName: 'nome fantasia',
  activity: 'atividade',
  employees: 'número de funcionários',
  area: 'área',
  location: 'endereço',
  zone: 'fuso horário',
  hours: 'horário de funcionamento',
  tariffGroup: 'grupo tarifário',
  demand: 'demanda contratada',
  readDay: 'dia da leitura',
  billName: 'nome na conta',
  billImage: 'imagem da conta',
  tariff: 'tarifa',
  voltage: 'tensão',
  consumerUnit: 'unidade consumidora',
  solarPanel: 'painéis solares',
  equipments: 'equipamentos',
};

const partsText = (parts: string): string =>
  `mudou: ${parts
    .split(',')
    .map((part) => PLACE_PARTS[part] ?? part)
    .join(', ')}`;

/** Formatters of details by key, in display order. Other details follow unformatted. */
const DETAIL_FORMATTERS: ReadonlyMap<string, (value: string) => string> = new Map([
  ['name', (name) => name],
  ['group', (name) => name],
  ['tariff', (title) => title],
  ['meter', (name) => name],
  ['mac', (mac) => mac],
  ['newMac', (mac) => `nova placa ${mac}`],
  ['before', (name) => `de ${name}`],
  ['establishment', (name) => name],
  ['utility', (type) => UTILITIES[type] ?? type],
  ['variable', (kind) => (kind === 'temperature' ? 'temperatura' : 'produção')],
  ['days', counted('dia', 'dias')],
  ['register', registerText],
  ['at', (moment) => `leitura de ${moment}`],
  ['verdict', (verdict) => VERDICTS[verdict as StepVerdict] ?? verdict],
  ['reason', (text) => `motivo: ${text}`],
  ['from', (profile) => `de ${nameOfProfile(profile)}`],
  ['to', (profile) => `para ${nameOfProfile(profile)}`],
  ['newName', (name) => `novo nome: ${name}`],
  ['parts', partsText],
  ['general', (is) => (is === 'yes' ? 'passou a medidor geral' : 'deixou de ser medidor geral')],
  ['newTariff', () => 'nova tarifa'],
  ['comment', () => 'novo comentário'],
  ['system', (name) => (name === 'none' ? 'sem sistema' : `sistema: ${name}`)],
  ['boards', counted('medidor', 'medidores')],
  ['added', counted('medidor incluído', 'medidores incluídos')],
  ['takenOut', counted('medidor retirado', 'medidores retirados')],
  ['due', dueText],
  ['first', (day) => `de ${dayOf(day)}`],
  ['last', (day) => `até ${dayOf(day)}`],
  ['since', (day) => `a partir de ${dayOf(day)}`],
  ['period', (days) => days],
  ['periodBefore', (days) => `antes ${days}`],
  ['total', (amount) => amount],
  ['totalBefore', (amount) => `antes ${amount}`],
  ['of', (name) => name],
  ['factor', (factor) => factor],
  ['factorBefore', (factor) => `antes ${factor}`],
  ['accessKey', (key) => `chave da NF3e ${key}`],
  ['prices', (prices) => prices],
  ['pricesBefore', (prices) => `antes ${prices}`],
  ['closed', counted('fatura fechada mantida', 'faturas fechadas mantidas')],
  ['dates', counted('data', 'datas')],
  ['tariffs', counted('tarifa', 'tarifas')],
  ['versions', counted('vigência nova', 'vigências novas')],
  ['months', counted('bandeira', 'bandeiras')],
  ['sessions', counted('sessão', 'sessões')],
  ['password', () => 'nova senha'],
  ['by', (way) => SIGN_IN_METHODS[way] ?? way],
  ['write', (isWriting) => (isWriting === 'true' ? 'leitura e escrita' : 'somente leitura')],
  ['scopes', scopesText],
  ['until', (moment) => `até ${lastDayText(moment)}`],
  ['perMinute', counted('pedido por minuto', 'pedidos por minuto')],
  ['allowedPerMinute', (count) => `permitidos: ${count} por minuto`],
  ['adapter', (kind) => (kind === 'native' ? 'formato próprio' : `adaptador ${kind}`)],
]);

const ORDER = [...DETAIL_FORMATTERS.keys()];
const rank = (key: string): number => (ORDER.includes(key) ? ORDER.indexOf(key) : ORDER.length);

/** Hidden details: counts of zero, and the id of the edited object. */
const isSilent = ([key, value]: [string, string]): boolean =>
  key === 'edited' || (value === '0' && ['added', 'takenOut', 'closed'].includes(key));

export const detailTexts = (detail: AuditEvent['detail']): string[] =>
  Object.entries(detail)
    .filter((entry) => !isSilent(entry))
    .toSorted(([a], [b]) => rank(a) - rank(b))
    .map(([key, value]) => DETAIL_FORMATTERS.get(key)?.(value) ?? value);
