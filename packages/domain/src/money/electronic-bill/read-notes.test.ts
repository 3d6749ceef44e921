import { describe, expect, test } from 'vitest';
import { accessKeyOf, element, syntheticNote, withField } from '../testing/electronic-bills.ts';
import { noteElement, readNotes } from './read-notes.ts';
import { elementsNamed, type XmlElement } from './xml-element.ts';

const LIGHT = 'b1-convencional-light-2026-08';
const { tree, key } = syntheticNote(LIGHT);
const refusalOf = (...roots: readonly XmlElement[]) => readNotes(roots).refusal ?? 'no refusal';
const withKey = (root: XmlElement, id: string): XmlElement => ({
  ...root,
  attributes: root.name === 'infNF3e' ? { ...root.attributes, Id: id } : root.attributes,
  nodes: root.nodes.map((node) => (typeof node === 'string' ? node : withKey(node, id))),
});
const event = (type: string, of = key) =>
  element('procEventoNF3e', element('infEvento', element('chNF3e', of), element('tpEvento', type)));
const other = (root: string, info: string, id: string): XmlElement =>
  element(root, { ...element(info), attributes: { Id: id } });

describe('refused documents', () => {
  test.each([
    [other('NFe', 'infNFe', `NFe${accessKeyOf(1, '55')}`), 'uma NF-e (modelo 55), de mercadorias'],
    [other('nfcomProc', 'infNFCom', `NFCom${accessKeyOf(1, '62')}`), 'uma NFCom (modelo 62), de comunicação'],
    [other('CTe', 'infCte', `CTe${accessKeyOf(1, '57')}`), 'um CT-e (modelo 57)'],
    [element('CompNfse'), 'um documento “CompNfse”'],
  ])('names what %o is', (root, name) => {
    expect(refusalOf(root)).toBe(
      `Este XML é ${name}${name.endsWith(')') && name.startsWith('um CT') ? ', de transporte' : ''}. A fatura de energia é uma NF3e (modelo 66): envie o XML dela.`,
    );
  });

  test('refuses an NF3e element with the key of another model', () => {
    expect(refusalOf(withKey(tree, `NF3e${accessKeyOf(1, '55')}`))).toMatch('é uma NF-e (modelo 55)');
  });

  test('refuses no document at all', () => {
    expect(refusalOf()).toMatch('um documento “”');
  });

  test.each([
    ['no key', withKey(tree, 'NF3e1'), /sem a chave de acesso/],
    [
      'a wrong check digit',
      withKey(tree, `NF3e${key.slice(0, -1)}${(Number(key.at(-1)) + 1) % 10}`),
      /dígito verificador/,
    ],
    ['a test environment', withField(tree, 'tpAmb', '2'), /homologação/],
    ['an amount that is no number', withField(tree, 'vProd', '1,00'), /O campo vProd da nota traz “1,00”/],
    ['an amount beyond all bills', withField(tree, 'vNF', '99999999999.00'), /O campo vNF/],
    ['no total', withField(tree, 'vNF', null), /não traz o valor total/],
    ['no lines', withField(tree, 'NFdet', null), /não traz nenhuma linha/],
    ['a cancelled status', withField(tree, 'cStat', '101'), /foi cancelada/],
    ['a refused status', withField(tree, 'cStat', '205'), /não autorizou a nota .*: “Motivo”/],
  ])('refuses a note with %s', (_, root, message) => {
    expect(refusalOf(root)).toMatch(message);
  });

  test('refuses a note with its cancellation, and a cancellation alone', () => {
    expect(refusalOf(tree, event('110111'))).toMatch('foi cancelada');
    expect(refusalOf(event('110111'))).toMatch(`é o cancelamento da nota ${key}`);
    expect(refusalOf(tree, event('240140'))).toBe('no refusal');
    expect(refusalOf(event('240140'))).toMatch('um documento “procEventoNF3e”');
  });
});

describe('notes of one file', () => {
  test('reads each note once, and leaves a cancelled one out', () => {
    const second = syntheticNote(LIGHT, { number: 2 });
    const batch = element('envio', tree, second.tree, tree);
    expect(readNotes([batch]).bills.map(({ number }) => number)).toEqual(['1', '2']);
    expect(readNotes([batch, event('110111')]).bills.map(({ number }) => number)).toEqual(['2']);
  });

  test.each([
    ['before', [withField(tree, 'vNF', '1.00'), tree]],
    ['after', [tree, withField(tree, 'vNF', '1.00')]],
    ['that cannot be read after', [tree, withField(tree, 'vNF', null)]],
  ])('refuses an altered copy %s the note', (_, roots) => {
    expect(refusalOf(...roots)).toMatch(`traz a nota ${key} mais de uma vez, com conteúdos diferentes`);
  });

  test('reads a note without protocol and without optional groups', () => {
    const bare = [
      'dest',
      'acessante',
      'gMed',
      'gFat',
      'imposto',
      'ICMSTot',
      'vPIS',
      'vCOFINS',
      'gTarif',
      'uMed',
    ];
    const root = bare.reduce((one, name) => withField(one, name, null), withField(tree, 'protNF3e', null));
    const [bill] = readNotes([root]).bills;
    expect(bill).toMatchObject({
      isAuthorized: false,
      isAdjustment: false,
      replaces: null,
      holder: { name: '', document: '' },
      unit: { code: '', customerCode: '' },
      period: null,
      due: null,
      totals: { taxes: { icms: 0, pis: 0, cofins: 0, cbs: 0, ibs: 0 } },
    });
    expect(bill?.lines[0]).toMatchObject({ unit: null, touPeriod: null, side: null, taxes: { icms: 0 } });
  });

  test('reads the customer by CPF, and another identification', () => {
    const byCpf = withField(tree, 'dest', element('CPF', '11144477735'));
    expect(readNotes([byCpf]).bills[0]?.holder.document).toBe('11144477735');
    const byOther = withField(tree, 'dest', element('idOutros', 'X1'));
    expect(readNotes([byOther]).bills[0]?.holder.document).toBe('X1');
  });

  test('takes the days of all meters, and no days that are out of order', () => {
    const meter = (from: string, to: string) =>
      element('gMed', element('dMedAnt', from), element('dMedAtu', to));
    const withMeters = (...meters: readonly XmlElement[]) => {
      const info = elementsNamed([tree], 'infNF3e')[0] as XmlElement;
      const nodes = info.nodes.filter((node) => typeof node === 'string' || node.name !== 'gMed');
      return readNotes([{ ...info, nodes: [...nodes, ...meters] }]).bills[0]?.period;
    };
    expect(withMeters(meter('2026-07-08', '2026-08-05'), meter('2026-07-06', '2026-08-06'))).toEqual({
      first: '2026-07-06',
      last: '2026-08-05',
    });
    expect(withMeters(meter('2026-08-05', '2026-08-05'))).toBeNull();
    expect(withMeters(meter('2026-13-05', '2026-08-05'))).toBeNull();
  });

  test('knows replaced and adjusted notes', () => {
    const info = elementsNamed([tree], 'infNF3e')[0] as XmlElement;
    const root = {
      ...info,
      nodes: [...info.nodes, element('gSub', element('chNF3e', 'K')), element('detItemAnt')],
    };
    expect(readNotes([root]).bills[0]).toMatchObject({ replaces: 'K', isAdjustment: true });
  });

  test('finds the element of a note by its key', () => {
    expect(noteElement([tree], key)?.name).toBe('NF3e');
    expect(noteElement([tree, element('NF3e')], 'other')).toBeNull();
  });
});

describe('lines', () => {
  const lineWith = (...fields: readonly XmlElement[]) => {
    const root = withField(tree, 'prod', fields);
    return readNotes([root]).bills[0]?.lines[0];
  };
  const label = element('xProd', 'Consumo');
  const amount = element('vProd', '10.00');

  test('subtracts deductions and refunds, and charges a refunded deduction', () => {
    const signOf = (code: string, ...more: readonly XmlElement[]) =>
      Math.sign(lineWith(label, amount, element('cClass', code), ...more)?.amount ?? 0);
    const returned = element('indDevolucao', '1');
    expect(signOf('0601001')).toBe(1);
    expect(signOf('0601001', returned)).toBe(-1);
    expect(signOf('5601001')).toBe(-1);
    expect(signOf('5601001', returned)).toBe(1);
    expect(lineWith(label, amount, element('cClass', '601001'))?.code).toBe('0601001');
  });

  test.each([
    ['1', 'inPoint'],
    ['2', 'outPoint'],
    ['3', 'interPoint'],
    ['7', 'outPoint'],
    ['0', null],
  ] as const)(
    'reads the time-of-use position %s as %s, of the price or of the measurement',
    (position, touPeriod) => {
      const tarif = withField(tree, 'cPosTarif', position);
      expect(readNotes([tarif]).bills[0]?.lines[0]?.touPeriod).toBe(touPeriod);
      const measured = element('gMedicao', element('gMedida', element('cPosTarif', position)));
      const root = withField(withField(tree, 'gTarif', null), 'prod', [label, amount, measured]);
      expect(readNotes([root]).bills[0]?.lines[0]?.touPeriod).toBe(touPeriod);
    },
  );

  test('reads the half of the price that all prices of a line have', () => {
    const sideOf = (...types: readonly string[]) => {
      const tarifs = types.map((type) => element('gTarif', element('tpTarif', type)));
      const item = element('detItem', ...tarifs, element('prod', label, amount));
      return readNotes([withField(tree, 'NFdet', element('det', item))]).bills[0]?.lines[0]?.side;
    };
    expect(sideOf('1', '1')).toBe('te');
    expect(sideOf('2')).toBe('tusd');
    expect([sideOf('1', '2'), sideOf('9'), sideOf()]).toEqual([null, null, null]);
  });

  test('reads IBS by its parts', () => {
    const note = syntheticNote(LIGHT, { hasVat: true });
    const parts = withField(note.tree, 'vIBS', null);
    expect(readNotes([parts]).bills[0]?.lines[0]?.taxes.ibs).toBe(note.lines[0]?.taxes.ibs);
  });
});
