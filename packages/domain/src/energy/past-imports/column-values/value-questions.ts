import { unknownWordsIn } from '../column-terms/factors.ts';
import type { Quadrant } from '../column-terms/flow-sides.ts';
import {
  type FileCandidate,
  type FileQuestion,
  type PastQuantity,
  QUANTITY_LABELS,
} from '../file-reading.ts';
import {
  askForFactor,
  askForPulse,
  askForRegister,
  askForUnit,
  type Columns,
  changing,
  has,
  labelOf,
  nameOf,
  type Question,
  replacing,
  type TakenValues,
  uniqueOf,
  without,
} from './unit-questions.ts';
import type { ValueCandidate } from './value-columns.ts';

const MAX_CANDIDATES = 12;
/** Asks if a quantity has several columns: one of them may count, or their sum. */
const askForColumns: Question = ({ byQuantity, columnOf, table }) => {
  const rivals = byQuantity.filter((each) => each.rivals.length > 0);
  if (rivals.length === 0) return null;
  const options = rivals.map(({ parts, rivals: groups }) => [
    parts,
    ...groups,
    [...new Set([...parts, ...groups.flat()])],
  ]);
  const combined = options.reduce<readonly Columns[]>(
    (all, groups) => all.flatMap((each) => groups.map((group) => [...each, ...group])),
    [[]],
  );
  const out = combined.flat();
  const keys = combined.map((group) => group.map(({ column }) => column).join());
  const ways = combined
    .filter((_, index) => keys.indexOf(String(keys[index])) === index)
    .slice(0, MAX_CANDIDATES)
    .map((group) => replacing(labelOf(group), { out, into: group.map(columnOf) }));
  const opposite = table.isWater ? [] : oppositeWays(out, byQuantity.length, columnOf);
  return { about: 'columns', candidates: [...ways, ...opposite] };
};

/** Answers for two columns with unknown words in their names, which may be the two directions. */
function oppositeWays(
  columns: Columns,
  quantities: number,
  columnOf: TakenValues['columnOf'],
): readonly FileCandidate[] {
  const [one, other, more] = [...new Set(columns)];
  const areStrange = [one, other].every((each) => each && unknownWordsIn(each.name).length > 0);
  if (one === undefined || other === undefined || more !== undefined || quantities > 1 || !areStrange)
    return [];
  const way = (consumed: ValueCandidate, injected: ValueCandidate): FileCandidate =>
    replacing(`${nameOf(consumed)} é o consumo, ${nameOf(injected)} é a injeção`, {
      out: columns,
      into: [
        { ...columnOf(consumed), quantity: 'consumed' },
        { ...columnOf(injected), quantity: 'injected' },
      ],
    });
  return [way(one, other), way(other, one)];
}

/** Asks about directions that depend on the author of the file, the customer or the distributor. */
const askForSides: Question = ({ retained }) => {
  const open = retained.filter(({ isOpen }) => isOpen);
  if (open.length === 0) return null;
  const inwards = open.filter(({ side }) => side === 'inwards');
  const outwards = open.filter(({ side }) => side === 'outwards');
  const way = (consumed: Columns, injected: Columns): FileCandidate =>
    changing(
      [
        ...(consumed.length > 0 ? [`${labelOf(consumed)} é o consumo`] : []),
        ...(injected.length > 0 ? [`${labelOf(injected)} é a injeção`] : []),
      ].join(', '),
      open,
      (value) => ({ quantity: has(consumed, value) ? 'consumed' : 'injected' }),
    );
  return { about: 'sides', candidates: [way(inwards, outwards), way(outwards, inwards)] };
};

type Ways = Readonly<Partial<Record<Quadrant, PastQuantity>>>;
const BY_CONSUMPTION: Ways = { '+': 'inductive', '-': 'capacitive', 1: 'inductive', 4: 'capacitive' };
const QUADRANT_WAYS: readonly Ways[] = [
  BY_CONSUMPTION,
  { '+': 'inductive', 1: 'inductive' },
  { ...BY_CONSUMPTION, 2: 'inductive', 3: 'capacitive' },
  { ...BY_CONSUMPTION, '-': 'inductive', 2: 'capacitive', 3: 'inductive' },
];

/** Whether the quadrant of a column counts while active energy is consumed. */
export const countsByConsumption = ({ quadrant }: ValueCandidate): boolean =>
  quadrant !== null && BY_CONSUMPTION[quadrant] !== undefined;

/**
 * Asks about quadrants whose meaning depends on the direction of active energy; the first and the fourth belong to consumption.
 */
const askForQuadrants: Question = ({ quadrants, retained, columnOf }) => {
  if (quadrants.every(({ quadrant }) => quadrant === '1' || quadrant === '4')) return null;
  const way = (quantities: Ways): FileCandidate => {
    const into = quadrants.flatMap((each) => {
      const quantity = quantities[each.quadrant as Quadrant];
      return quantity === undefined ? [] : [{ each, value: { ...columnOf(each), quantity } }];
    });
    const partOf = (quantity: PastQuantity, name: string): readonly string[] => {
      const columns = into.filter(({ value }) => value.quantity === quantity).map(({ each }) => each);
      return columns.length === 0 ? [] : [`${labelOf(columns)} ${name}`];
    };
    const label = [...partOf('inductive', 'indutiva'), ...partOf('capacitive', 'capacitiva')].join(', ');
    return {
      label: label || 'sem energia reativa',
      apply: (reading) => ({
        ...reading,
        values: [
          ...reading.values.filter((value) => !has(quadrants, value)),
          ...into.map(({ value }) => value),
        ],
      }),
    };
  };
  const isAlone = retained.every(({ quadrant }) => quadrant !== null);
  return {
    about: 'quadrants',
    candidates: uniqueOf([...QUADRANT_WAYS, ...(isAlone ? [] : [{}])].map(way)),
  };
};

const OPPOSITES: Readonly<Record<PastQuantity, readonly PastQuantity[]>> = {
  consumed: ['consumed', 'injected'],
  injected: ['injected', 'consumed'],
  inductive: ['inductive', 'capacitive'],
  capacitive: ['capacitive', 'inductive'],
  volume: ['volume'],
};

/** Whether the name of a column has unknown words. Numbers do not count, as they may be factors. */
const isStrange = ({ name }: ValueCandidate): boolean =>
  unknownWordsIn(name).some((word) => !/^\d+$/.test(word));

/** Asks about columns with unknown words in their names: they may be another quantity, or irrelevant. */
const askForMeaning: Question = ({ table, byQuantity, retained }) => {
  const coveredByColumns = byQuantity.filter(({ rivals }) => rivals.length > 0).flatMap(({ parts }) => parts);
  const strange = retained.filter(
    (each) => isStrange(each) && !each.isOpen && !coveredByColumns.includes(each),
  );
  const [first] = strange;
  if (first === undefined || table.hasKinds) return null;
  const quantities = [...new Set(strange.map(({ quantity }) => quantity))];
  const [quantity, more] = quantities as [PastQuantity, ...PastQuantity[]];
  const others = retained.filter((each) => !strange.includes(each));
  const leaving = without(`não importar ${labelOf(strange)}`, strange);
  if (more === undefined)
    return {
      about: 'meaning',
      candidates: [
        ...OPPOSITES[quantity].map((each) =>
          changing(`${labelOf(strange)}: ${QUANTITY_LABELS[each]}`, strange, () => ({ quantity: each })),
        ),
        ...(others.length > 0 || OPPOSITES[quantity].length === 1 ? [leaving] : []),
      ],
    };
  const as = (name: (each: PastQuantity) => PastQuantity): FileCandidate =>
    changing(
      quantities
        .map((each) => {
          const columns = strange.filter((column) => column.quantity === each);
          return `${labelOf(columns)}: ${QUANTITY_LABELS[name(each)]}`;
        })
        .join(', '),
      strange,
      (value) => ({ quantity: name(value.quantity) }),
    );
  return {
    about: 'meaning',
    candidates: [
      as((each) => each),
      as((each) => OPPOSITES[each].at(-1) as PastQuantity),
      ...quantities.map((each) => {
        const rest = strange.filter((column) => column.quantity !== each);
        return without(`sem ${labelOf(rest)}`, rest);
      }),
    ],
  };
};

/** Asks if lines before the table state another quantity than columns with unspecific names. */
const askForStated: Question = ({ table, retained }) => {
  const isBare = retained.every(({ quantity, side }) => quantity === 'consumed' && side === null);
  if (!isBare || retained.length === 0 || table.hasKinds || table.isWater || table.quantities.length === 0)
    return null;
  return {
    about: 'meaning',
    candidates: [...table.quantities, 'consumed' as const].map((quantity) =>
      changing(`${labelOf(retained)}: ${QUANTITY_LABELS[quantity]}`, retained, () => ({ quantity })),
    ),
  };
};

const askForProduced: Question = ({ retained }) => {
  const produced = retained.filter(({ quantity, place }) => quantity === 'injected' && place === 'site');
  const consumed = retained.filter(({ quantity }) => quantity === 'consumed');
  const isBehind =
    consumed.some(({ place }) => place === 'site') ||
    (consumed.length > 0 &&
      produced.some(({ name }) =>
        /\bpv\b|solar|(?:ph|f)otovolt|erzeug|produktion|opwek|opgewekt/i.test(name),
      ));
  if (produced.length === 0 || !isBehind) return null;
  return {
    about: 'produced',
    candidates: [
      changing(`${labelOf(produced)} é injetada na rede`, produced, () => ({})),
      without(`sem ${labelOf(produced)}`, produced),
    ],
  };
};

const askForPower: Question = ({ powers, columnOf }) =>
  powers.length === 0
    ? null
    : {
        about: 'power',
        candidates: [
          without(`sem ${labelOf(powers)}`, powers),
          replacing(`${labelOf(powers)} como potência média do intervalo`, {
            out: powers,
            into: powers.map(columnOf),
          }),
        ],
      };

/** Questions in the order in which they are asked: which columns count, their meaning, then the meaning of their numbers. */
const QUESTIONS: readonly Question[] = [
  askForColumns,
  askForSides,
  askForQuadrants,
  (values) => askForMeaning(values) ?? askForStated(values),
  askForProduced,
  askForPower,
  askForUnit,
  askForFactor,
  askForRegister,
  askForPulse,
];

export const askAboutValues = (values: Omit<TakenValues, 'all'>): readonly FileQuestion[] => {
  const counted = values.byQuantity.flatMap(({ parts, rivals }) => [...parts, ...rivals.flat()]);
  const all = [...new Set([...counted, ...values.quadrants])];
  return QUESTIONS.flatMap((ask) => ask({ ...values, all }) ?? []);
};
