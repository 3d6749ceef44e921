import type { ImportPreview } from '@nascente/contract/energy/past-imports';
import type { Instant, Zone } from '@nascente/domain/base/time/zone';
import { formatKwh } from '@nascente/domain/base/units/format';
import { detectReading, type PastMeter } from '@nascente/domain/energy/past-imports/detect-reading';
import {
  candidate,
  type FileQuestion,
  type FileReading,
  type PastQuestion,
} from '@nascente/domain/energy/past-imports/file-reading';
import {
  areApart,
  type ComparedPeriods,
  comparePeriods,
} from '@nascente/domain/energy/past-imports/period-check';
import { type PastLimits, sumOf } from '@nascente/domain/energy/past-imports/row-amounts';
import type { TouPeriodsOn } from '@nascente/domain/sites/tou-windows/tou-periods-by-window';
import { inUnits, PER_UNIT } from './import-summary.ts';
import { type ReadUpload, readUpload, sampleOf } from './read-upload.ts';
import { openSheet, type SheetFile } from './sheet-file.ts';

const TEXTS: Readonly<Record<PastQuestion, string>> = {
  meter: 'O arquivo tem vários medidores. Qual é o deste medidor?',
  decimal: 'O que separa os decimais dos números: o ponto ou a vírgula?',
  date: 'Como a data é escrita?',
  day: 'Há mais de uma coluna de datas. Qual é a da medição?',
  year: 'As datas não têm o ano. De que ano são?',
  unit: 'Qual é a unidade dos valores?',
  register: 'O que são os valores?',
  instant: 'Cada linha traz o início ou o fim do intervalo?',
  columns: 'Qual coluna conta?',
  sides: 'O que é consumo e o que é injeção? Os nomes dependem de quem escreveu o arquivo.',
  quadrants: 'Quais quadrantes de energia reativa contam?',
  meaning: 'O nome da coluna não basta para saber o que ela mede. O que é?',
  kinds: 'Há linhas de vários tipos da mesma grandeza. Quais contam?',
  produced: 'A energia produzida foi para a rede?',
  factor: 'Os valores já estão multiplicados pela constante do medidor?',
  power: 'A potência ao lado da energia também conta?',
  pulse: 'Quanto vale um pulso?',
  periods: 'Os horários de ponta do arquivo não são os da tarifa. O que está certo?',
  rollover: 'O registrador volta para perto de zero. O que aconteceu?',
  repeats: 'Há mais de uma linha com o mesmo instante e valores diferentes. Qual conta?',
};

const REPEATS: FileQuestion = {
  about: 'repeats',
  candidates: [
    candidate('a primeira', { repeats: 'first' }),
    candidate('a última', { repeats: 'last' }),
    candidate('a soma', { repeats: 'sum' }),
  ],
};

const ROLLOVER: FileQuestion = {
  about: 'rollover',
  candidates: [
    candidate('o registrador deu a volta e continuou a contar', { rollovers: 'rollover' }),
    candidate('o medidor foi trocado ou zerado', { rollovers: 'restart' }),
  ],
};

/** Maximum sheets of a workbook that are searched for a table. */
const MAX_SHEETS = 8;

interface UploadTerms {
  readonly meter: Omit<PastMeter, 'newest'>;
  readonly limits: PastLimits;
  /** The newest instant that a file may have. */
  readonly newest: Instant;
  /** The time-of-use periods of the establishment; `null` for water. */
  readonly touPeriodsOn: TouPeriodsOn | null;
}

interface PreviewedUpload {
  readonly sheet: SheetFile;
  readonly reading: FileReading;
  readonly file: ReadUpload;
  readonly questions: ImportPreview['questions'];
  readonly periods: ComparedPeriods | null;
}

const without = (reading: FileReading, about: PastQuestion): FileReading => ({
  ...reading,
  open: reading.open.filter((each) => each !== about),
});

export const jsonOf = (reading: FileReading): ImportPreview['reading'] => ({
  ...reading,
  values: [...reading.values],
  cutNumbers: reading.cutNumbers && { ...reading.cutNumbers, columns: [...reading.cutNumbers.columns] },
  kinds: reading.kinds === null ? null : { column: reading.kinds.column, texts: [...reading.kinds.texts] },
  marks: reading.marks === null ? null : { column: reading.marks.column, texts: [...reading.marks.texts] },
  open: [...reading.open],
});

const peakText = (sum: number): string => formatKwh(sum / PER_UNIT, 1);

type Question = ImportPreview['questions'][number];
type Read = (readings: readonly FileReading[]) => Promise<readonly ReadUpload[]>;

const answered = async (
  { about, candidates }: FileQuestion,
  reading: FileReading,
  read: Read,
): Promise<Question> => {
  const readings = candidates.map(({ apply }) => without(apply(reading), about));
  // The rows of the candidates belong to different meters, so reading all candidates at once needs no more memory than the file.
  const batches = about === 'meter' ? [readings] : readings.map((each) => [each]);
  const totals: Question['candidates'][number]['total'][] = [];
  for (const batch of batches)
    for (const { quarters } of await read(batch)) totals.push(inUnits(sumOf(quarters.values())));
  const answers = totals.map((total, index) => ({
    label: candidates[index]?.label ?? '',
    reading: jsonOf(readings[index] ?? reading),
    total,
  }));
  return { about, msg: TEXTS[about], candidates: answers };
};

/** Variants of a mapping that shift energy to other hours: another end of the interval, or another zone. */
const slips = ({ instant, zone }: FileReading): readonly [label: string, change: Partial<FileReading>][] => [
  instant === 'start'
    ? ['o instante é o fim do intervalo', { instant: 'end' }]
    : ['o instante é o início do intervalo', { instant: 'start' }],
  ...(['Etc/GMT+2', 'Etc/GMT+3', 'Etc/GMT+4', 'UTC'] as Zone[])
    .filter((each) => each !== zone)
    .map((each): [string, Partial<FileReading>] => [
      each === 'UTC' ? 'o horário é UTC' : `o horário é UTC−${each.at(-1)}`,
      { zone: each },
    ]),
];

const EXPLAINED = 0.25;

/**
 * The question about time-of-use periods in the file that differ from those of the tariff. Candidates: changes of the mapping
 * that explain most of the difference, and the hours of the tariff.
 */
const periodsQuestion = async (
  reading: FileReading,
  compared: ComparedPeriods,
  { read, clock }: { readonly read: Read; readonly clock: Parameters<typeof comparePeriods>[1] },
): Promise<Question> => {
  const changes = [
    ...slips(reading),
    ['os horários da tarifa valem', { statedPeriods: 'tariff' }] as const,
  ] as const;
  const candidates: Question['candidates'] = [];
  for (const [name, change] of changes) {
    const changed = without({ ...reading, ...change }, 'periods');
    const [file] = await read([changed]);
    const sums = file?.periods ? comparePeriods(file.periods, clock) : compared;
    if (changed.statedPeriods === 'ask' && sums.apart > compared.apart * EXPLAINED) continue;
    const label = `${name}: ${peakText(sums.tariff.peak)} na ponta da tarifa, ${peakText(sums.file.peak)} na do arquivo`;
    const total = inUnits(sumOf(file?.quarters.values() ?? []));
    candidates.push({ label, reading: jsonOf(changed), total });
  }
  return { about: 'periods', msg: TEXTS.periods, candidates };
};

/** Compares the time-of-use periods in a file with those of the tariff, and asks a question if they differ. */
const statedPeriods = async (
  reading: FileReading,
  file: ReadUpload,
  {
    read,
    zone,
    touPeriodsOn,
  }: { readonly read: Read; readonly zone: Zone } & Pick<UploadTerms, 'touPeriodsOn'>,
): Promise<Pick<PreviewedUpload, 'periods'> & { readonly question: Question | null }> => {
  if (touPeriodsOn === null || file.periods === null) return { periods: null, question: null };
  const clock = { zone, touPeriodsOn };
  const periods = comparePeriods(file.periods, clock);
  const isRequested = areApart(periods) && reading.statedPeriods === 'ask';
  return { periods, question: isRequested ? await periodsQuestion(reading, periods, { read, clock }) : null };
};

/** Whether no candidate of a question uses any value of the file. */
const isIdle = ({ about, candidates }: Question): boolean =>
  about !== 'pulse' && candidates.every(({ total }) => Object.values(total).every((sum) => sum === 0));

type Content = () => AsyncGenerator<Buffer>;
interface DetectedSheet {
  readonly sheet: SheetFile;
  /** `null`: the mapping was chosen by the user. */
  readonly detected: ReturnType<typeof detectReading> | null;
}

/** Opens a file and detects its mapping if none was chosen. In a workbook, the first sheet with a table is used. */
async function detectIn(
  content: Content,
  chosen: FileReading | null,
  meter: PastMeter,
): Promise<DetectedSheet> {
  const detectOf = async (sheet: SheetFile): Promise<DetectedSheet> => {
    const { encoding, separator, sheet: name } = sheet;
    const sample = await sampleOf(sheet.rows());
    const isStated = chosen !== null && !chosen.open.includes('decimal');
    const numbers = isStated ? { decimal: chosen.decimal, cutNumbers: chosen.cutNumbers } : {};
    return {
      sheet,
      detected: detectReading(sample, { encoding, separator, sheet: name, ...numbers }, meter),
    };
  };
  const first = await openSheet(content, chosen);
  if (chosen !== null) return chosen.open.length > 0 ? detectOf(first) : { sheet: first, detected: null };
  const opened = await detectOf(first);
  const { encoding, separator, sheets } = first;
  for (const sheet of sheets.slice(0, MAX_SHEETS)) {
    const each =
      sheet === first.sheet
        ? opened
        : await detectOf(await openSheet(content, { encoding, separator, sheet }));
    if ((each.detected?.reading.values.length ?? 0) > 0) return each;
  }
  return opened;
}

/**
 * Reads a file by the chosen or the detected mapping, and evaluates every candidate of open questions. @param content - returns
 * the bytes of the file from the beginning at each call @param chosen - `null`: the mapping is to be detected
 */
export const previewUpload = async (
  content: () => AsyncGenerator<Buffer>,
  chosen: FileReading | null,
  { meter, limits, newest, touPeriodsOn }: UploadTerms,
): Promise<PreviewedUpload> => {
  const { sheet, detected } = await detectIn(content, chosen, { ...meter, newest });
  const mapped = chosen ?? (detected?.reading as FileReading);
  const read: Read = (readings) => readUpload(sheet.rows(), readings, limits, newest);
  const [file] = (await read([mapped])) as [ReadUpload];
  const hasConflicts = file.conflicts > 0 && mapped.repeats === 'ask';
  const isRolling = file.rollovers > 0 && mapped.rollovers === 'ask';
  const ofRows = [...(hasConflicts ? [REPEATS] : []), ...(isRolling ? [ROLLOVER] : [])];
  const all = [...(detected?.questions ?? []), ...ofRows];
  const open = new Set<PastQuestion>([...mapped.open, ...ofRows.map(({ about }) => about)]);
  const reading = { ...mapped, open: [...open] };
  const questions: Question[] = [];
  for (const question of all.filter(({ about }) => open.has(about)))
    questions.push(await answered(question, reading, read));
  const stated = await statedPeriods(reading, file, { read, zone: meter.zone, touPeriodsOn });
  if (stated.question === null) open.delete('periods');
  else {
    questions.push(stated.question);
    open.add('periods');
  }
  // Questions are dropped only if no answer to any of them uses a value, and if no long rows may still be distributed.
  const isLong = file.refusals.some(({ reason }) => reason === 'long');
  const isIdleFile = !isLong && questions.every(isIdle);
  return {
    sheet,
    reading: { ...reading, open: isIdleFile ? [] : [...open] },
    file,
    questions: isIdleFile ? [] : questions,
    periods: stated.periods,
  };
};
