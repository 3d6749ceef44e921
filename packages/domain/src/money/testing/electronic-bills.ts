import { cents, fromReais, sumCents } from '../../base/units/money.ts';
import { checkDigit } from '../../sites/registry/cnpj.ts';
import type { XmlElement } from '../electronic-bill/xml-element.ts';
import printedBills from '../printed-bill/fixtures/printed-bills.json' with { type: 'json' };

/** Rates of the taxes of a synthetic note. CBS and IBS are named test values. */
const CBS_OF_TEST = 0.088;
const IBS_OF_TEST = 0.001;
type TaxName = 'icms' | 'pis' | 'cofins' | 'cbs' | 'ibs';
const TAX_NAMES: readonly TaxName[] = ['icms', 'pis', 'cofins', 'cbs', 'ibs'];

type Rates = Partial<Record<TaxName, number>>;

/** Rates that the real bills print; absent where the source has none. */
const RATES: Readonly<Record<string, Rates>> = {
  'a-azul-amazonas-am-02': { icms: 0.2 },
  'a-azul-energisa-ro-02': { icms: 0.195, pis: 0.0165, cofins: 0.076 },
  'a-verde-ambar-am-03': { icms: 0.2 },
  'a-verde-ambar-am-14': { icms: 0.2 },
  'a-verde-ambar-am-21': { icms: 0.2 },
  'a-verde-celesc-2026-08': { icms: 0.17, pis: 0.0143, cofins: 0.0659 },
  'a-verde-energisa-ro-05': { icms: 0.195, pis: 0.0165, cofins: 0.076 },
  'a-verde-roraima-02': { icms: 0.2 },
  'b-convencional-gd-copel-2026-05': { icms: 0.19, pis: 0.0133, cofins: 0.0614 },
  'b1-convencional-light-2026-08': { icms: 0.24, pis: 0.0123, cofins: 0.0567 },
  'b3-convencional-enelsp-2022': { icms: 0.18, pis: 0.0105, cofins: 0.0484 },
};

type Printed = readonly [label: string, quantity: number | null, price: number | null, amount: number];
interface PrintedBill {
  readonly id: string;
  readonly name: string;
  readonly lines: readonly Printed[];
}

/** Real electricity bills, customers removed. */
export const ELECTRICITY_BILLS = (printedBills as unknown as readonly PrintedBill[]).filter(
  ({ id }) => !id.startsWith('water'),
);

/** A line of a synthetic note as it should be read; amounts in cents, negative for deductions. */
interface SyntheticLine {
  readonly label: string;
  readonly code: string;
  readonly isReturned: boolean;
  readonly quantity: number | null;
  readonly price: number | null;
  readonly amount: number;
  readonly taxes: Readonly<Record<TaxName, number>>;
}

export interface SyntheticNote {
  readonly name: string;
  readonly key: string;
  readonly lines: readonly SyntheticLine[];
  readonly taxes: Readonly<Record<TaxName, number>>;
  readonly withheld: number;
  /** The amount to pay, cents. */
  readonly total: number;
  readonly tree: XmlElement;
  readonly xml: string;
}

export interface NoteOptions {
  /** The tax rules of 2027: CBS and IBS beside the price, no PIS and COFINS. */
  readonly hasVat?: boolean;
  readonly unit?: string;
  readonly holder?: string;
  readonly number?: number;
  readonly readings?: readonly [previous: string, current: string] | null;
  readonly due?: string;
  /** Status of the authorisation; null for a note without protocol. */
  readonly status?: string | null;
}

/** An element without attributes. */
export const element = (name: string, ...nodes: readonly (XmlElement | string | null)[]): XmlElement => ({
  name,
  prefix: '',
  attributes: {},
  nodes: nodes.filter((node) => node !== null),
});
const withAttributes = (one: XmlElement, attributes: Readonly<Record<string, string>>): XmlElement => ({
  ...one,
  attributes,
});

/** A document in which every element of a name has other contents; null removes it. */
export function withField(
  document: XmlElement,
  name: string,
  contents: string | XmlElement | readonly XmlElement[] | null,
): XmlElement {
  const nodes = document.nodes.flatMap((node): readonly (XmlElement | string)[] => {
    if (typeof node === 'string') return [node];
    if (node.name !== name) return [withField(node, name, contents)];
    return contents === null ? [] : [{ ...node, nodes: [contents].flat() }];
  });
  return { ...document, nodes };
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (found) => ESCAPES[found] ?? '');

/** An element as XML without white space between elements, as notes are signed. */
function xmlOf({ name, attributes, nodes }: XmlElement): string {
  const inside = Object.entries(attributes).map(([attribute, value]) => ` ${attribute}="${escaped(value)}"`);
  const content = nodes.map((node) => (typeof node === 'string' ? escaped(node) : xmlOf(node)));
  return `<${name}${inside.join('')}>${content.join('')}</${name}>`;
}

/** Classifications by label: the group is the one of the official table, the last four digits are invented. */
const CODES: readonly (readonly [RegExp, string])[] = [
  [/multa|juros|moneta/i, '0811001'],
  [/cosip|^cip\b/i, '0801001'],
  [/bandeira injetada|bandeira amarela/i, '0641001'],
  [/injetada/i, '5601001'],
  [/credito|deducao|subsidio tarifa liquido/i, '5901001'],
  [/demanda/i, '0602001'],
  [/reativ/i, '0603001'],
  [/consumo|tusd|energia|uso do sistema/i, '0601001'],
];
const codeOf = (label: string): string => CODES.find(([pattern]) => pattern.test(label))?.[1] ?? '0851001';

const UNTAXED = /cosip|^cip\b|multa|juros|moneta|devolu|bonus|apcei|sem icms|retencao|NF comerc|PIS|COFINS/i;
const RETENTION = /^retencao/i;
const half = (value: number): number => {
  const size = Math.floor(Math.abs(value) + 0.5 + 1e-9);
  return value < 0 ? 0 - size : size;
};

function lineOf([label, quantity, price, amountOf]: Printed, rates: Rates, hasVat: boolean): SyntheticLine {
  const amount = fromReais(amountOf);
  const code = codeOf(label);
  const { icms = 0, pis = 0, cofins = 0 } = UNTAXED.test(label) ? {} : rates;
  const ofIcms = half(amount * icms);
  const base = amount - ofIcms;
  const isTaxed = !UNTAXED.test(label);
  return {
    label,
    code,
    isReturned: amount < 0 !== code.startsWith('5'),
    quantity: quantity === null ? null : Math.abs(quantity),
    price,
    amount,
    taxes: {
      icms: ofIcms,
      pis: hasVat ? 0 : half(base * pis),
      cofins: hasVat ? 0 : half(base * cofins),
      cbs: hasVat && isTaxed ? half(base * CBS_OF_TEST) : 0,
      ibs: hasVat && isTaxed ? half(base * IBS_OF_TEST) : 0,
    },
  };
}

const money = (amount: number): string => (Math.abs(amount) / 100).toFixed(2);
const field = (name: string, text: string): XmlElement => element(name, text);
const amountField = (name: string, amount: number): XmlElement => field(name, money(amount));

const unitOf = (label: string): string =>
  /reativ/i.test(label) ? '4' : /demanda|ultrapassagem/i.test(label) ? '1' : '2';
function positionOf(label: string): string {
  if (/fora ponta|\bFP\b/i.test(label)) return '2';
  return /ponta/i.test(label) ? '1' : '0';
}

function productOf({ label, code, isReturned, quantity, price, amount }: SyntheticLine): XmlElement {
  return element(
    'prod',
    field('indOrigemQtd', quantity === null ? '6' : '2'),
    field('cProd', '1'),
    field('xProd', label),
    field('cClass', code),
    quantity === null ? null : field('uMed', unitOf(label)),
    quantity === null ? null : field('qFaturada', quantity.toFixed(4)),
    price === null ? null : field('vItem', price.toFixed(8)),
    amountField('vProd', amount),
    isReturned ? field('indDevolucao', '1') : null,
  );
}

function vatGroup({ cbs, ibs }: SyntheticLine['taxes'], base: number): XmlElement {
  return element(
    'IBSCBS',
    field('CST', '000'),
    field('cClassTrib', '000001'),
    element(
      'gIBSCBS',
      amountField('vBC', base),
      element('gIBSUF', field('pIBSUF', '0.10'), amountField('vIBSUF', ibs)),
      element('gIBSMun', field('pIBSMun', '0.00'), amountField('vIBSMun', 0)),
      amountField('vIBS', ibs),
      element('gCBS', field('pCBS', '8.80'), amountField('vCBS', cbs)),
    ),
  );
}

function taxGroups({ amount, taxes }: SyntheticLine, hasVat: boolean): XmlElement {
  const ofIcms =
    taxes.icms === 0
      ? field('indSemCST', '1')
      : element('ICMS00', field('CST', '00'), amountField('vBC', amount), amountField('vICMS', taxes.icms));
  const old = [
    element('PIS', field('CST', '01'), amountField('vBC', amount), amountField('vPIS', taxes.pis)),
    element('COFINS', field('CST', '01'), amountField('vBC', amount), amountField('vCOFINS', taxes.cofins)),
  ];
  return element('imposto', ofIcms, ...(hasVat ? [vatGroup(taxes, amount - taxes.icms)] : old));
}

function detailOf(line: SyntheticLine, index: number, hasVat: boolean): XmlElement {
  const tariff =
    line.quantity === null
      ? null
      : element(
          'gTarif',
          field('tpTarif', /\bTE\b/.test(line.label) ? '1' : '2'),
          field('cPosTarif', positionOf(line.label)),
        );
  const item = element('detItem', tariff, productOf(line), taxGroups(line, hasVat));
  return withAttributes(element('det', item), { nItem: String(index + 1) });
}

const sumTax = (lines: readonly SyntheticLine[], tax: TaxName): number =>
  lines.reduce((sum, { taxes }) => sum + taxes[tax], 0);

/** The access key of a synthetic distributor's note. */
export function accessKeyOf(number: number, model = '66'): string {
  const base = `352608${'11222333000181'}${model}001${String(number).padStart(9, '0')}1${'00000001'}`;
  return `${base}${checkDigit(base)}`;
}

/** A note made from a real bill's facts, with taxes computed from its rates. */
export function syntheticNote(id: string, options: NoteOptions = {}): SyntheticNote {
  const bill = ELECTRICITY_BILLS.find((one) => one.id === id) as PrintedBill;
  return noteOf(bill, RATES[id] ?? {}, options);
}

/** A note made from printed lines, with taxes computed from rates. */
export function noteOf(
  bill: Pick<PrintedBill, 'name' | 'lines'>,
  rates: Rates,
  options: NoteOptions = {},
): SyntheticNote {
  const {
    hasVat = false,
    unit = '7012470655',
    holder = '11222333000181',
    number = 1,
    status = '100',
  } = options;
  const { readings = ['2026-07-06', '2026-08-05'], due = hasVat ? '2027-01-12' : '2026-08-20' } = options;
  const all = bill.lines.map((line) => lineOf(line, rates, hasVat));
  const lines = all.filter(({ label }) => !RETENTION.test(label));
  const withheld = all.reduce((sum, { label, amount }) => sum - (RETENTION.test(label) ? amount : 0), 0);
  const taxes = Object.fromEntries(TAX_NAMES.map((tax) => [tax, sumTax(lines, tax)])) as Record<
    TaxName,
    number
  >;
  const sum = sumCents(lines.map(({ amount }) => cents(amount)));
  const net = sum - withheld;
  const key = accessKeyOf(number);
  const total = net + (hasVat ? taxes.cbs + taxes.ibs : 0);
  const info = withAttributes(
    element(
      'infNF3e',
      element(
        'ide',
        field('cUF', '35'),
        field('tpAmb', '1'),
        field('mod', '66'),
        field('serie', '1'),
        field('nNF', String(number)),
        field('dhEmi', `${readings?.[1] ?? '2026-08-05'}T10:00:00-03:00`),
        field('finNF3e', '1'),
      ),
      element('emit', field('CNPJ', '11222333000181'), field('xNome', `Distribuidora & Cia. (${bill.name})`)),
      element('dest', field('xNome', 'PADARIA DO TESTE LTDA'), field('CNPJ', holder)),
      element('acessante', field('idAcesso', unit), field('idCodCliente', '900'), field('tpAcesso', '1')),
      readings === null
        ? null
        : withAttributes(
            element(
              'gMed',
              field('idMedidor', 'M1'),
              field('dMedAnt', readings[0]),
              field('dMedAtu', readings[1]),
            ),
            { nMed: '1' },
          ),
      element('NFdet', ...lines.map((line, index) => detailOf(line, index, hasVat))),
      element(
        'total',
        amountField('vProd', sum),
        element('ICMSTot', amountField('vICMS', taxes.icms), amountField('vFCP', 0)),
        withheld === 0
          ? null
          : element('vRetTribTot', amountField('vRetPIS', 0), amountField('vIRRF', withheld)),
        amountField('vPIS', taxes.pis),
        amountField('vCOFINS', taxes.cofins),
        amountField('vNF', net),
        hasVat
          ? element(
              'IBSCBSTot',
              element('gIBS', amountField('vIBS', taxes.ibs)),
              element('gCBS', amountField('vCBS', taxes.cbs)),
            )
          : null,
        hasVat ? amountField('vTotDFe', total) : null,
      ),
      element('gFat', field('CompetFat', '202608'), field('dVencFat', due)),
    ),
    { versao: '1.00', Id: `NF3e${key}` },
  );
  const namespace = { xmlns: 'http://www.portalfiscal.inf.br/nf3e' };
  const note = withAttributes(element('NF3e', info), namespace);
  const protocol =
    status === null
      ? null
      : element(
          'protNF3e',
          element('infProt', field('chNF3e', key), field('cStat', status), field('xMotivo', 'Motivo')),
        );
  const tree = withAttributes(element('nf3eProc', note, protocol), { ...namespace, versao: '1.00' });
  return {
    name: bill.name,
    key,
    lines,
    taxes,
    withheld,
    total,
    tree,
    xml: `<?xml version="1.0" encoding="UTF-8"?>${xmlOf(tree)}`,
  };
}
